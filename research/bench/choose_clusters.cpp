// How often -k auto finds the right number of clusters: Gaussian noise, and mixtures of 2 to 15 clusters in
// 10 to 50 columns, half of them noise.
//   choose_clusters [REPETITIONS] [SEPARATION]... [fast|default]
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "scpp/scpp.hpp"
#include "separated_mixture.hpp"

namespace {

struct Tally {
  int right = 0, missed = 0, excess = 0;  ///< fits that found K, fewer, more
};

std::size_t chosen(const scpp::MixtureOptions& made, const scpp::FitOptions& options) {
  const scpp::Mixture mixture = scpp::separated_mixture(made);
  const auto rows = static_cast<std::size_t>(made.rows), columns = static_cast<std::size_t>(made.columns);
  return scpp::fit(scpp::TableView::row_major(mixture.rows.data(), rows, columns), options)
      .model.tree.clusters();
}

void run_cell(scpp::MixtureOptions made, int repetitions, const scpp::FitOptions& options, Tally& tally) {
  made.rows = 200 * (made.clusters + 2);
  made.noise_columns = made.columns / 2;
  const auto wanted = static_cast<std::size_t>(made.clusters);
  std::printf("%2zu clusters, %2zu columns:", wanted, static_cast<std::size_t>(made.columns));
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    made.seed = static_cast<std::uint64_t>(repetition);
    const std::size_t found = chosen(made, options);
    ++(found == wanted ? tally.right : found < wanted ? tally.missed : tally.excess);
    std::printf(" %zu", found);
    std::fflush(stdout);
  }
  std::printf("\n");
}

void run_all(double separation, int repetitions, const scpp::FitOptions& options) {
  Tally tally;
  std::printf("separation %g\n", separation);
  for (const int clusters : {1, 2, 3, 5, 8, 11, 15})
    for (const int columns : {10, 20, 50}) {
      scpp::MixtureOptions made;
      made.clusters = clusters;
      made.columns = columns;
      made.separation = separation;
      run_cell(made, repetitions, options, tally);
    }
  std::printf("separation %g: %d right, %d with too few clusters, %d with too many\n", separation,
              tally.right, tally.missed, tally.excess);
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 3;
  scpp::FitOptions options;
  options.clusters = scpp::choose_clusters;
  options.threads = 1;
  std::vector<double> separations;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (std::isdigit(static_cast<unsigned char>(word[0])))
      separations.push_back(std::stod(word));
    else
      scpp::find_parameter("quality")->set(options, word);
  }
  if (separations.empty()) separations = {6};
  for (const double separation : separations) run_all(separation, repetitions, options);
}
