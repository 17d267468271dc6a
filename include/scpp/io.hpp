#pragma once
// Tables from files and back: CSV, NPY, NPZ, ARFF, SVMlight and HDF5, packed or not. Link with scpp::io.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scpp/errors.hpp"
#include "scpp/row_source.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

// --- A table in memory: numbers to cluster, text columns kept aside, and where both came from. ---

enum class Scalar { float32, float64 };

/// What a reader decided though the file does not say it plainly.
enum class Guess { names, data, row_numbers, row_names, repeated_names, decimal_commas, latin1 };

struct ReadNote {
  Guess guess;
  std::string sentence;  ///< what was decided, without a full stop
};

/// A column of numbers that are probably no measurements.
struct Suspect {
  Index position = 0;  ///< its place in the source, counted from 0
  std::string name;
  std::string reason;  ///< "judging by its name", for example
};

struct TextColumn {
  std::string name;    ///< empty when the source has no names
  Index position = 0;  ///< its place in the source, counted from 0
  std::vector<std::string> cells;
};

/// Plain data; copying it shares the numbers. NaN marks a missing cell.
struct Table {
  TableView values;
  Scalar scalar = Scalar::float64;    ///< how `values` are held
  std::shared_ptr<const void> owner;  ///< keeps the memory behind `values` alive
  std::vector<std::string> names;     ///< of the numeric columns; empty when the source has none
  std::vector<Index> positions;       ///< of the numeric columns in the source, counted from 0
  Index source_columns = 0;           ///< columns of the source, those left out included
  std::vector<TextColumn> text;       ///< one cell per row each
  std::vector<std::string> left_out;  ///< labels of the text columns dropped on request
  std::vector<Index> source_rows;     ///< data row (from 0) of each row; empty when none was dropped
  std::vector<ReadNote> notes;        ///< what was guessed when it was read
  std::vector<Suspect> suspects;      ///< columns among the numeric ones that may be no measurements
  std::vector<std::string> repeated;  ///< names that several columns of the source bore, now told apart
  bool absent_is_zero = false;        ///< a sparse source: columns behind its last one are zeros

  Index rows() const { return values.rows(); }
  Index columns() const { return values.columns(); }
};

/// "column 3 'width'", or "column 3" without a name; `position` counts from 0.
std::string column_label(Index position, const std::string& name);
/// The same for numeric column `column` of `table`.
std::string column_label(const Table& table, Index column);

/// A table of `rows` x `columns` numbers (float or double) held row by row in `values`, at positions 0, 1,
/// ...
template <class Real>
Table owning_table(std::shared_ptr<const Real[]> values, Index rows, Index columns);

/// Which part of a table to take, and what to put into missing cells.
struct Selection {
  std::optional<std::vector<Index>> rows;     ///< all when absent
  std::optional<std::vector<Index>> columns;  ///< all when absent
  const std::vector<double>* fill = nullptr;  ///< per selected column, instead of NaN
};

/// A copy of the selected part, in the scalar of `table`.
Table select(const Table& table, const Selection& selection);

// --- Reading. ---

enum class Format { automatic, csv, npy, npz, arff, svmlight, hdf5 };
enum class Header { automatic, yes, no };
enum class TextRule { refuse, drop };
/// Columns of numbers that are left out though nobody named them: none, an unnamed first one that numbers the
/// rows, or that one and all suspects.
enum class LeaveOut { nothing, row_numbers, suspects };

/// Header, when automatic: the first row is a header if some column has a name above a number, or if every
/// cell of it is a name. A name is a cell that is neither a number nor missing; a quoted number is a name too
/// when the cell below is not quoted or there is no row below. A first row of numbers is a header if they
/// rise in equal steps (0, 1, 2, ...) and no row below does, if they are years and nothing below is, or if
/// they are whole numbers above decimals only. Whatever is not plain is told in Table::notes.
///
/// Row names: with one name fewer than cells in the rows below (R), or with an empty first name, a first
/// column of text holds row names and is left out.
///
/// Numbers: True and False are 1 and 0; where the separator is not a comma, a comma may stand for the point.
/// Text that is not UTF-8 is taken for Latin-1.
///
/// Separator, when sniffed: of tab ; , | blank (in this order) the first that parts the first lines into the
/// same number
/// (> 1) of cells; if none does, the most frequent one in the first line; if none occurs, ','.
struct ReadOptions {
  Format format = Format::automatic;       ///< automatic: magic bytes, then the extension, then CSV
  char separator = 0;                      ///< CSV; 0 = sniffed; ' ' = any run of blanks
  Header header = Header::automatic;       ///< CSV
  char comment = '#';                      ///< CSV: lines that start with it are skipped; 0 = none
  TextRule other_text = TextRule::refuse;  ///< columns that hold text though nobody asked for them
  std::vector<std::string> text_columns;   ///< names or numbers (from 1) of columns to keep aside as text
  std::vector<std::string> drop;           ///< of columns to leave out; "a,b" names two unless it is a name
  LeaveOut leave_out = LeaveOut::row_numbers;
  bool transpose = false;  ///< rows become columns; a first column of text gives their names
  /// Words for a missing cell, in any case; the empty cell always is one.
  std::vector<std::string> missing_words = {
      "NA",      "N/A",   "n.a.",    "NaN",   "null",   "None",    "nil",     "?",       "-",
      "--",      ".",     "missing", "<NA>",  "NaT",    "#N/A",    "#NA",     "#NULL!",  "#VALUE!",
      "#DIV/0!", "#REF!", "#NAME?",  "#NUM!", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN"};
  std::size_t memory_limit = 0;  ///< bytes the table may take, also unpacked; 0 = the memory available now
};

/// Columns of text where numbers are wanted; the sentence names the first such cell.
class TextError : public FileError {
 public:
  struct Column {
    Index position = 0;
    std::string name;     ///< empty when the source has no names
    Index cells = 0;      ///< how many of its cells are text
    std::string example;  ///< the first of them
  };
  TextError(const std::string& sentence, std::vector<Column> found, Index rows)
      : FileError(sentence), columns(std::move(found)), rows_read(rows) {}

  std::vector<Column> columns;
  Index rows_read;
};

/// Reads CSV/TSV, NPY, NPZ ("file.npz:/array"), ARFF, SVMlight or HDF5 ("file.h5:/dataset"); "-" is standard
/// input. gzip and zstd are unpacked on the way; files of other programs are known by their first bytes and
/// refused by name. What cannot be read throws FileError (the file's fault) or InvalidArgument (the
/// options' fault) with one sentence that names the file and, where there is one, the row and the column.
Table read_table(const std::string& path, const ReadOptions& options = {});

/// A table that is read in blocks.
struct OpenTable {
  std::unique_ptr<RowSource> rows;
  Table columns;  ///< names, positions and what was left out; without rows
};

/// The same for tables that need not fit into memory: NPY is mapped, HDF5 read in slabs, CSV (and whatever is
/// packed or comes through a pipe) converted once to a scratch file, with progress(bytes done), which may
/// throw. Other formats, text_columns and transpose throw FileError or InvalidArgument. Text columns are left
/// out.
OpenTable open_table(const std::string& path, const ReadOptions& options,
                     const std::function<void(std::size_t)>& progress);

/// The format that the extension of `path` (before .gz or .zst) stands for; automatic when it tells nothing.
Format format_of_extension(const std::string& path);

struct Hdf5Path {
  std::string file;
  std::string dataset;  ///< empty when not given
};

/// "file.h5:/group/dataset", or "file.npz:/array", in its two parts; other paths have no dataset.
Hdf5Path split_hdf5_path(const std::string& path);

// --- Writing; a file appears complete or not at all. ---

struct WriteOptions {
  Format format = Format::automatic;  ///< automatic: by the extension, which must then be known; "-" is CSV
  char separator = 0;                 ///< CSV; 0 = tab for .tsv, else ','
};

/// Writes numbers so that they read back to the same bits, names and text columns where the format has them,
/// missing cells as NA (CSV), ? (ARFF) or nan. Returns the labels of the text columns the format cannot hold.
/// Names ending in .gz and .zst are packed, except HDF5. Failures throw FileError naming path and reason.
std::vector<std::string> write_table(const std::string& path, const Table& table,
                                     const WriteOptions& options = {});

class OutputText;

/// A NumPy file that is written block by block. The blocks must have `rows` rows together. Without finish()
/// no file appears.
class NpyWriter {
 public:
  NpyWriter(const std::string& path, Index rows, Index columns, Scalar scalar);
  ~NpyWriter();

  void append(const TableView& rows);
  void finish();

 private:
  std::unique_ptr<OutputText> out_;
  Scalar scalar_;
};

// --- What becomes of missing cells. ---

enum class MissingRule { error, mean, median, drop_row, drop_column };

/// "error", "mean", "median", "drop-row" or "drop-column"; another word throws InvalidArgument.
MissingRule missing_rule(const std::string& word);
std::string to_word(MissingRule rule);

struct MissingColumn {
  std::string label;  ///< "column 3 'width'"
  Index cells = 0;
};

struct MissingReport {
  MissingRule rule = MissingRule::error;
  Index cells = 0;
  std::vector<MissingColumn> columns;  ///< those with missing cells
  Index dropped_rows = 0;
  std::vector<Index> kept_columns;  ///< of the table as it was; what a model needs for `keep_columns`
  std::vector<double> fill;         ///< per kept column, with mean and median; for `fill_missing`

  /// What was found and done, in one sentence.
  std::string sentence() const;
};

/// Applies `rule` to `table`. Throws InvalidArgument where it cannot: `error` with missing cells (how many,
/// in which columns), a column without any number, nothing left. The fill values are computed for every
/// column, so that a model can fill cells that are missing only when it predicts; `weights` (empty: all 1)
/// count its rows. A table without missing cells is not copied.
MissingReport apply_missing(Table& table, MissingRule rule, std::span<const double> weights = {});

/// What is missing in `table`, which stays as it is.
MissingReport find_missing(const Table& table);
/// Puts values[column] into the missing cells.
void fill_missing(Table& table, const std::vector<double>& values);
/// Leaves out every column that is not in `columns`.
void keep_columns(Table& table, const std::vector<Index>& columns);
/// Throws InvalidArgument naming row and column of the first infinite cell; missing cells pass.
void require_finite(const Table& table);

// --- Small things that whoever reads and tells about files needs too. ---

/// A private file without a name: it is gone when the process is, however that ends. Every failure throws
/// FileError with the folder and the system's reason.
class ScratchFile {
 public:
  /// In `folder`, else where TMPDIR says, else in /var/tmp.
  explicit ScratchFile(std::string folder = {});
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void append(const void* bytes, std::size_t count);
  void read(std::uint64_t offset, void* bytes, std::size_t count) const;
  std::uint64_t size() const { return size_; }
  /// For mapping; stays open while this lives.
  int descriptor() const { return descriptor_; }

 private:
  [[noreturn]] void fail(int error_number) const;

  std::string folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// The candidate that is fewest edits away from a mistyped word (insert, delete, replace, swap neighbours;
/// case ignored) when that is at most a third of the word, else "". The first candidate wins a tie.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);
/// "; did you mean 'width'?" to end a sentence with, or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// Without the blanks, tabs and carriage returns at both ends.
std::string_view without_blanks(std::string_view text);

/// "512 bytes", "8.0 GB", "32.0 PB".
std::string bytes_in_words(double bytes);

}  // namespace scpp
