// How often -k auto finds the right number of clusters: Gaussian noise, and mixtures of 2 to 15 clusters in 10 to 50
// columns, part of them noise.
//   choose_clusters [REPETITIONS] [fast|default|best]
#include <cstdio>
#include <cstdlib>

#include "data/generate/generate.hpp"
#include "scpp/scpp.hpp"

namespace {

std::size_t chosen(const scpp::GenerateOptions& made, const scpp::FitOptions& options) {
  return scpp::fit(scpp::generate("gaussians", made).table.values, options).model.tree.clusters();
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 3;
  scpp::FitOptions options;
  options.clusters = scpp::choose_clusters;
  options.threads = 1;
  if (argc > 2) scpp::find_parameter("quality")->set(options, argv[2]);
  int right = 0, all = 0;
  for (const std::size_t clusters : {1, 2, 3, 5, 8, 11, 15}) {
    for (const std::size_t columns : {10, 20, 50}) {
      std::printf("%2zu clusters, %2zu columns:", clusters, columns);
      for (int repetition = 0; repetition < repetitions; ++repetition) {
        scpp::GenerateOptions made;
        made.rows = 200 * (clusters + 2);
        made.clusters = clusters;
        made.columns = columns;
        made.noise_columns = columns / 2;
        made.seed = static_cast<std::uint64_t>(repetition);
        const std::size_t found = chosen(made, options);
        right += found == clusters;
        ++all;
        std::printf(" %zu", found);
        std::fflush(stdout);
      }
      std::printf("\n");
    }
  }
  std::printf("right in %d of %d\n", right, all);
}
