// fit_reference ROWS WEIGHTS MODEL COLUMNS [option=value ...]: fits a file of doubles (row after row) in
// plain C++ and saves the model, so that the Python package can be compared with it bit for bit. WEIGHTS may
// be an empty file.
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "scpp/scpp.hpp"

namespace {

std::vector<double> doubles_in(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw scpp::FileError(std::string(path) + " cannot be read");
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::vector<double> values(bytes.size() / sizeof(double));
  bytes.copy(reinterpret_cast<char*>(values.data()), values.size() * sizeof(double));
  return values;
}

scpp::FitOptions options_in(const std::vector<std::string>& pairs) {
  scpp::FitOptions options;
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    const scpp::Parameter* parameter = scpp::find_parameter(pair.substr(0, equals));
    if (!parameter) throw scpp::InvalidArgument("there is no option " + pair);
    parameter->set(options, pair.substr(equals + 1));
  }
  return options;
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 5)
    throw scpp::InvalidArgument("usage: fit_reference ROWS WEIGHTS MODEL COLUMNS [option=value ...]");
  const std::vector<double> values = doubles_in(arguments[1]);
  const std::vector<double> weights = doubles_in(arguments[2]);
  const std::size_t columns = std::stoul(arguments[4]);
  const auto table = scpp::TableView::row_major(values.data(), values.size() / columns, columns);
  scpp::save(scpp::fit(table, options_in({arguments + 5, arguments + count}), weights).model, arguments[3]);
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
