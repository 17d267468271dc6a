// Time and NMI against the number of rows, on generated mixtures (d = 32, K = 10), with the slope of a
// log-log fit. One thread and two take turns; the least time of each counts.
//   scaling [LARGEST_ROWS] [SMALLEST_ROWS]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "scpp/scpp.hpp"

namespace {

constexpr int clusters = 10, columns = 32, informative = 12;

struct Mixture {
  std::vector<float> values;
  std::vector<std::int32_t> truth;
};

/// Gaussian clusters in the first columns, noise in the rest; row i depends on i alone.
Mixture mixture(std::size_t rows) {
  scpp::Random shape(7, 0);
  double centre[clusters][informative];
  for (auto& row : centre)
    for (double& x : row) x = 2.0 * shape.normal();
  Mixture data{std::vector<float>(rows * columns), std::vector<std::int32_t>(rows)};
  for (std::size_t i = 0; i < rows; ++i) {
    scpp::Random random(11, i);
    const auto cluster = static_cast<std::int32_t>(random.below(clusters));
    data.truth[i] = cluster;
    for (int j = 0; j < columns; ++j)
      data.values[i * columns + static_cast<std::size_t>(j)] =
          static_cast<float>((j < informative ? centre[cluster][j] : 0.0) + random.normal());
  }
  return data;
}

double wall_seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Cost {
  double wall = std::numeric_limits<double>::infinity(), cpu = wall;
};

/// The least of what it cost before and what it costs this time.
scpp::Fit fit_once(const scpp::TableView& table, int threads, Cost& least) {
  scpp::FitOptions options;
  options.clusters = clusters;
  options.threads = threads;
  const double begin = wall_seconds();
  const std::clock_t cpu_begin = std::clock();
  scpp::Fit fit = scpp::fit(table, options);
  least.wall = std::min(least.wall, wall_seconds() - begin);
  least.cpu = std::min(least.cpu, static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC);
  return fit;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t largest = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 3'000'000;
  const std::size_t smallest = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000;
  constexpr int turns = 3;
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  std::printf("%10s %12s %12s %14s %8s %8s\n", "rows", "wall s", "CPU s", "2 threads: s", "faster", "NMI");
  for (std::size_t rows = smallest; rows <= largest; rows = rows % 3 ? rows * 3 : rows / 3 * 10) {
    const Mixture data = mixture(rows);
    const auto table = scpp::TableView::row_major(data.values.data(), rows, columns);
    Cost one, two;
    scpp::Fit fit;
    for (int turn = 0; turn < turns; ++turn) {
      fit = fit_once(table, 1, one);
      fit_once(table, 2, two);
    }
    std::printf("%10zu %12.3f %12.3f %14.3f %8.2f %8.4f\n", rows, one.wall, one.cpu, two.wall,
                one.wall / two.wall, scpp::score(fit.labels, data.truth).nmi);
    std::fflush(stdout);
    const double x = std::log(static_cast<double>(rows)), y = std::log(one.cpu);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  if (n > 1) std::printf("slope of CPU time: %.3f\n", (n * sxy - sx * sy) / (n * sxx - sx * sx));
}
