#include "paper/data_sets.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "scpp/errors.hpp"
#include "scpp/io.hpp"

namespace scpp::paper {
namespace {

constexpr std::optional<PurityNmi> none = std::nullopt;

/// {purity, nmi} of SCPP, DRSC, SC_PC, SC_IC, SC, iSVR_G, from Table 1.
using Published = std::vector<std::optional<PurityNmi>>;

}  // namespace

const std::vector<PaperMethod>& paper_methods() {
  static const std::vector<PaperMethod> all = {{"scpp", "SCPP"},   {"drsc", "DRSC"}, {"sc-pc", "SC_PC"},
                                               {"sc-ic", "SC_IC"}, {"sc", "SC"},     {"isvr", "iSVR_G"}};
  return all;
}

const std::vector<PaperSet>& paper_sets() {
  using P = PurityNmi;
  static const std::vector<PaperSet> all = {
      {"optidigits", "Opt. Digits", 5620, 64, 10, false,
       Published{P{.89, .83}, P{.10, .03}, P{.66, .63}, P{.69, .67}, P{.66, .63}, P{.73, .65}}},
      {"pendigits", "Pen Digits", 10992, 16, 10, false,
       Published{P{.81, .79}, P{.44, .41}, P{.77, .76}, P{.77, .75}, P{.87, .82}, P{.74, .68}}},
      {"mfdigits", "M.F. Digits", 2000, 216, 10, false,
       Published{P{.76, .73}, P{.66, .67}, P{.75, .70}, P{.72, .68}, P{.77, .72}, P{.78, .65}}},
      {"satellite", "Satellite", 6435, 36, 6, false,
       Published{P{.80, .67}, P{.53, .22}, P{.73, .61}, P{.74, .62}, P{.76, .62}, P{.61, .48}}},
      {"imageseg", "Image Seg.", 2310, 19, 7, false,
       Published{P{.56, .56}, P{.38, .40}, P{.56, .55}, P{.76, .69}, P{.50, .48}, P{.64, .59}}},
      {"breastcancer", "Br. Cancer", 699, 9, 2, false,
       Published{P{.97, .78}, P{.89, .51}, P{.97, .81}, P{.97, .82}, P{.96, .76}, P{.95, .72}}},
      {"chart", "Chart", 600, 60, 6, false,
       Published{P{.89, .87}, P{.24, .01}, P{.67, .81}, P{.73, .76}, P{.67, .74}, P{.80, .72}}},
      {"isolet", "Isolet", 6238, 617, 26, false,
       Published{P{.58, .72}, none, P{.59, .69}, P{.60, .67}, P{.60, .69}, P{.50, .61}}},
      {"dermatology", "Dermatology", 366, 34, 6, false,
       Published{P{.87, .90}, P{.59, .40}, P{.92, .87}, P{.91, .83}, P{.95, .91}, P{.82, .78}}},
      {"yeast", "Yeast", 698, 72, 5, false,
       Published{P{.73, .53}, P{.42, .05}, P{.68, .51}, P{.60, .34}, P{.78, .57}, P{.76, .57}}},
      {"smartphone_rebuilt", "Smartphone", 10929, 561, 12, true,
       Published{P{.70, .61}, none, P{.61, .52}, P{.70, .58}, P{.67, .55}, P{.65, .52}}},
      {"faces_ppci2000", "Faces", 5850, 1200, 10, true,
       Published{P{.71, .76}, none, P{.68, .77}, P{.69, .82}, P{.73, .76}, P{.63, .64}}},
      {"phoneme", "Phoneme", 4509, 256, 5, false,
       Published{P{.85, .82}, P{.56, .45}, P{.83, .84}, P{.84, .76}, P{.80, .71}, P{.82, .70}}}};
  return all;
}

const PaperSet& paper_set(const std::string& name) {
  const auto found = std::ranges::find(paper_sets(), name, &PaperSet::name);
  if (found == paper_sets().end())
    throw InvalidArgument("'" + name + "' is not one of the paper's data sets");
  return *found;
}

std::optional<std::string> path_of_set(const std::string& folder, const std::string& name) {
  for (const char* ending : {".csv", ".csv.gz"})
    if (std::string path = folder + "/" + name + ending; std::filesystem::exists(path)) return path;
  return std::nullopt;
}

LabelledTable load_set(const std::string& folder, const std::string& name) {
  const auto path = path_of_set(folder, name);
  if (!path) throw FileError(folder + " has no " + name + ".csv or " + name + ".csv.gz");
  return read_labelled(*path, "label");
}

LabelledTable read_labelled(const std::string& path, const std::string& class_column) {
  ReadOptions read;
  if (!class_column.empty()) read.text_columns = {class_column};
  LabelledTable loaded{read_table(path, read), {}, {}};
  if (class_column.empty()) return loaded;
  std::map<std::string, std::int32_t> known;
  for (const std::string& word : loaded.table.text.at(0).cells) {
    const auto [place, is_new] = known.emplace(word, static_cast<std::int32_t>(known.size()));
    if (is_new) loaded.class_names.push_back(word);
    loaded.classes.push_back(place->second);
  }
  return loaded;
}

}  // namespace scpp::paper
