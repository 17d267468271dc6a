// How fast CSV is read: ratios measured in one run, against reading the same bytes and parsing every number
// with fast_float on one thread, and against pandas' default reader where python3 has pandas.
//   csv_bench [megabytes = 100]
#include <fast_float/fast_float.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "io/table.hpp"
#include "scpp/io.hpp"

namespace {

const int repetitions = 5;
const int columns = 20;

/// Measured numbers have few digits, computed ones 17; both occur.
void write_numbers(const std::string& path, std::size_t bytes) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::ofstream file(path, std::ios::binary);
  std::string text;
  for (int j = 0; j < columns; ++j) text += (j ? ",x" : "x") + std::to_string(j + 1);
  text += '\n';
  std::size_t written = 0;
  for (; written < bytes; written += text.size(), text.clear()) {
    for (int j = 0; j < columns; ++j) {
      if (j) text += ',';
      const double value = normal(random);
      scpp::append_shortest(text, j % 2 ? value : static_cast<double>(static_cast<int>(value * 1000)) / 1000);
    }
    text += '\n';
    file << text;
  }
}

double seconds(const std::function<void()>& work) {
  double best = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

/// The floor: the bytes in memory, every number parsed and kept, nothing checked.
double read_and_parse(const std::string& path) {
  const std::size_t size = std::filesystem::file_size(path);
  std::vector<char> bytes(size);
  std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(size));
  const char* end = bytes.data() + size;
  const char* at = std::find(bytes.data(), bytes.data() + size, '\n') + 1;
  std::vector<double> values;
  values.reserve(size / 8);
  while (at < end) {
    double value = 0;
    at = fast_float::from_chars(at, end, value).ptr + 1;
    values.push_back(value);
  }
  return values.back();
}

/// Seconds pandas takes, negative where it is absent.
double pandas_seconds(const std::string& path) {
  const std::string command =
      "python3 -c \"import time, pandas\n"
      "best = 1e300\n"
      "for i in range(3):\n"
      "  start = time.perf_counter(); pandas.read_csv('" +
      path +
      "')\n"
      "  best = min(best, time.perf_counter() - start)\n"
      "print(best)\" 2>/dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  double best = -1;
  if (!pipe || std::fscanf(pipe, "%lf", &best) != 1) best = -1;
  if (pipe) ::pclose(pipe);
  return best;
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t megabytes = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 100;
  const std::string path =
      std::filesystem::temp_directory_path() / ("csv_bench_" + std::to_string(::getpid()) + ".csv");
  write_numbers(path, megabytes * 1000000);
  const int threads = scpp::threads_at_hand();
  const double floor = seconds([&] { read_and_parse(path); });
  const double ours = seconds([&] { scpp::read_table(path); });
  const scpp::ScopedThreads one(1);
  const double alone = seconds([&] { scpp::read_table(path); });
  const double pandas = pandas_seconds(path);
  std::filesystem::remove(path);

  std::printf("%zu MB, %d columns\n", megabytes, columns);
  std::printf("read + fast_float, 1 thread   %.3f s\n", floor);
  std::printf("read_table, 1 thread          %.3f s   %.2f x read + fast_float (at most 1.5)\n", alone,
              alone / floor);
  std::printf("read_table, %d threads         %.3f s   %.2f x read + fast_float\n", threads, ours,
              ours / floor);
  if (pandas < 0)
    std::printf("pandas is not installed for python3: not compared\n");
  else
    std::printf(
        "pandas.read_csv               %.3f s   %.1f x read_table with %d threads (at least 5), %.1f x with "
        "1\n",
        pandas, pandas / ours, threads, pandas / alone);
  return 0;
}
