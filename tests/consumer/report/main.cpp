// Clusters eight rows and writes the page that shows them.
#include <cstdio>
#include <filesystem>
#include <scpp/report.hpp>
#include <scpp/scpp.hpp>

int main() {
  const float rows[] = {0.0f, 0.1f, 0.2f, 0.0f, 0.1f, 0.3f, 0.3f, 0.2f,
                        5.0f, 5.1f, 5.2f, 5.0f, 5.1f, 5.3f, 5.3f, 5.2f};
  const scpp::TableView table = scpp::TableView::row_major(rows, 8, 2);
  const scpp::Fit fit = scpp::fit(table, {});
  if (!scpp::has_report_page()) return std::puts("built without the page") < 0;
  scpp::write_report({fit.model, table, fit.labels, "eight rows", {}, {}, {}, {}}, "page.html");
  std::printf("wrote page.html: %ju bytes\n", std::filesystem::file_size("page.html"));
}
