#pragma once
// The paper's data sets with the purity and NMI that its table gives for the method (SCPP with the normalised
// Laplacian). `exact` sets are the paper's own data, the others stand in for data that cannot be had.
#include <span>

namespace scpp {

struct PaperSet {
  const char* name;  ///< file NAME.csv or NAME.csv.gz with a column "label"
  int clusters;
  double purity, nmi;  ///< the paper's
  bool nine;           ///< in the table of nine of the notes on the method
  bool exact;
};

inline constexpr PaperSet paper_sets[] = {{"optidigits", 10, .89, .83, true, true},
                                          {"pendigits", 10, .81, .79, true, true},
                                          {"mfdigits", 10, .76, .73, true, true},
                                          {"satellite", 6, .80, .67, true, true},
                                          {"imageseg", 7, .56, .56, true, true},
                                          {"breastcancer", 2, .97, .78, true, true},
                                          {"chart", 6, .89, .87, true, true},
                                          {"dermatology", 6, .87, .90, true, true},
                                          {"yeast", 5, .73, .53, true, true},
                                          {"isolet", 26, .58, .72, false, true},
                                          {"phoneme", 5, .85, .82, false, true},
                                          {"smartphone_rebuilt", 12, .70, .61, false, false},
                                          {"faces_ppci2000", 10, .71, .76, false, false}};

}  // namespace scpp
