// Clusters eight rows that the program itself holds.
#include <cstdio>
#include <scpp/scpp.hpp>

#if __has_include("Eigen/Core")
#error "a program that uses scpp must not be handed Eigen's headers"
#endif

int main() {
  const float rows[] = {0.0f, 0.1f, 0.2f, 0.0f, 0.1f, 0.3f, 0.3f, 0.2f,
                        5.0f, 5.1f, 5.2f, 5.0f, 5.1f, 5.3f, 5.3f, 5.2f};
  const scpp::Fit fit = scpp::fit(scpp::TableView::row_major(rows, 8, 2), {});
  std::printf("scpp %s: labels", SCPP_VERSION);
  const bool swapped = fit.labels[0] == 1;
  for (const auto label : fit.labels) std::printf(" %d", swapped ? 1 - label : label);
  std::printf("\n");
}
