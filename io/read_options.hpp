#pragma once
// How a table is read; every default stands here.
#include <cstddef>
#include <string>
#include <vector>

namespace scpp {

enum class Format { automatic, csv, npy, arff, svmlight, hdf5 };
enum class Header { automatic, yes, no };
enum class TextRule { refuse, drop };

struct ReadOptions {
  Format format = Format::automatic;       ///< automatic: magic bytes, then the extension, then CSV
  char separator = 0;                      ///< CSV; 0 = sniffed; ' ' = any run of blanks
  Header header = Header::automatic;       ///< CSV; the rule is told at csv_layout()
  char comment = '#';                      ///< CSV: lines that start with it are skipped; 0 = none
  TextRule other_text = TextRule::refuse;  ///< columns that hold text though nobody asked for them
  std::vector<std::string> text_columns;   ///< names or numbers (from 1) of columns to keep aside as text
  std::vector<std::string> missing_words = {"NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "?"};
  std::size_t memory_limit = 0;  ///< bytes the table may take, also unpacked; 0 = the memory available now
};

}  // namespace scpp
