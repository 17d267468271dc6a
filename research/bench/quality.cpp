// Fits random subsamples of 90 % of the rows of the nine data sets in every quality, one line of CSV a fit.
//   quality DATA_DIR [--quality WORD]... [--only NAME]... [--set NAME=VALUE]... [--subsamples COUNT]
//   [--first NUMBER] [--rows-to DIR]
// research/bench/quality.py runs this and scikit-learn's methods on the same rows and prints the table of
// both. Times are CPU seconds of one thread (--set threads=N for more), which other work on the machine
// hardly moves. At the end, on standard error, seconds of a subsample of all sets beside those of Eigen's
// decomposition of a symmetric matrix, which tells how fast the machine was.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "base/decompositions.hpp"
#include "base/random.hpp"
#include "paper/data_sets.hpp"
#include "paper/run.hpp"
#include "scpp/scpp.hpp"
#include "support/paper_sets.hpp"

namespace {

struct Job {
  std::string data_folder, rows_folder;
  std::vector<std::string> qualities, only;
  int subsamples = 5, first = 1;
  scpp::FitOptions options;
};

Job parse(int argc, char** argv) {
  Job job;
  job.options.threads = 1;
  job.data_folder = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string flag = argv[i], value = argv[i + 1];
    if (flag == "--only") job.only.push_back(value);
    if (flag == "--quality") job.qualities.push_back(value);
    if (flag == "--subsamples") job.subsamples = std::stoi(value);
    if (flag == "--first") job.first = std::stoi(value);
    if (flag == "--rows-to") job.rows_folder = value;
    if (flag == "--set") scpp::paper::apply_setting(job.options, value);
  }
  if (job.qualities.empty()) job.qualities = {"fast", "default"};
  return job;
}

/// The nine tenths of the rows with the smallest keyed hash, in row order.
std::vector<std::size_t> subsample(std::size_t rows, int number) {
  std::vector<std::uint64_t> hash(rows);
  for (std::size_t row = 0; row < rows; ++row)
    hash[row] = scpp::Random(static_cast<std::uint64_t>(number), row).word();
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return hash[a] < hash[b]; });
  order.resize(rows * 9 / 10);
  std::sort(order.begin(), order.end());
  return order;
}

void write_rows(const std::string& path, const std::vector<std::size_t>& rows) {
  std::ofstream out(path);
  for (const std::size_t row : rows) out << row << '\n';
  if (!out.flush()) throw scpp::FileError("cannot write " + path);
}

double seconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Of Eigen's decomposition of a symmetric 600 x 600 matrix: what the machine does in that time.
double yardstick() {
  constexpr int side = 600;
  scpp::ColMatrix matrix(side, side);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) matrix(i, j) = scpp::Random(std::min(i, j), std::max(i, j)).uniform();
  const std::clock_t begin = std::clock();
  scpp::symmetric_eigenpairs(matrix);
  return seconds_since(begin);
}

using Seconds = std::map<std::string, double>;  // of a quality, over all fits

void run(const Job& job, const scpp::PaperSet& set, const scpp::paper::LabelledTable& data, int number,
         Seconds& all) {
  const scpp::Table& table = data.table;
  const std::vector<std::size_t> rows = subsample(table.values.rows(), number);
  if (!job.rows_folder.empty())
    write_rows(job.rows_folder + "/" + set.name + "." + std::to_string(number) + ".rows", rows);
  const std::size_t columns = table.values.columns();
  std::vector<double> values(rows.size() * columns);
  std::vector<std::int32_t> truth;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.values.copy_row(rows[i], values.data() + i * columns);
    truth.push_back(data.classes[rows[i]]);
  }
  for (const std::string& quality : job.qualities) {
    scpp::FitOptions options = job.options;
    options.clusters = set.clusters;
    scpp::find_parameter("quality")->set(options, quality);
    const std::clock_t begin = std::clock();
    const scpp::Fit fit = scpp::fit(scpp::TableView::row_major(values.data(), rows.size(), columns), options);
    const double seconds = seconds_since(begin);
    all[quality] += seconds;
    const scpp::Scores scores = scpp::score(fit.labels, truth);
    std::printf("%s,%d,%s,%.6f,%.6f,%.4f\n", set.name, number, quality.c_str(), scores.purity, scores.nmi,
                seconds);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: quality DATA_DIR [--quality WORD]... [--only NAME]... [--set NAME=VALUE]... "
                 "[--subsamples COUNT] [--first NUMBER] [--rows-to DIR]\n");
    return 2;
  }
  const Job job = parse(argc, argv);
  const double measure = yardstick();
  Seconds all;
  std::printf("set,subsample,method,purity,nmi,seconds\n");
  for (const scpp::PaperSet& set : scpp::paper_sets) {
    if (!set.nine) continue;
    if (!job.only.empty() && std::find(job.only.begin(), job.only.end(), set.name) == job.only.end())
      continue;
    const scpp::paper::LabelledTable data = scpp::paper::load_set(job.data_folder, set.name);
    for (int number = job.first; number < job.first + job.subsamples; ++number)
      run(job, set, data, number, all);
  }
  for (const auto& [quality, seconds] : all)
    std::fprintf(stderr, "%s: %.2f s a subsample, %.1f times Eigen's decomposition of 600 x 600 (%.3f s)\n",
                 quality.c_str(), seconds / job.subsamples, seconds / job.subsamples / measure, measure);
} catch (const std::exception& error) {
  std::fprintf(stderr, "quality: %s\n", error.what());
  return 1;
}
