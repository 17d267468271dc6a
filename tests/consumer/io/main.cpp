// Clusters the rows of a CSV file.
#include <cstdio>
#include <scpp/io.hpp>
#include <scpp/scpp.hpp>

int main(int, char** arguments) {
  const scpp::Table table = scpp::read_table(arguments[1]);
  const scpp::Fit fit = scpp::fit(table.values, {});
  std::printf("%td rows, %td columns: labels", table.rows(), table.columns());
  const bool swapped = fit.labels[0] == 1;
  for (const auto label : fit.labels) std::printf(" %d", swapped ? 1 - label : label);
  std::printf("\n");
}
