#pragma once
// Sizes, means and sums of squares of every column in every leaf, added up to the nodes above.
#include <cstddef>
#include <vector>

#include "report/input.hpp"
#include "report/sample.hpp"

namespace scpp {

struct Moment {
  double count = 0, mean = 0, squares = 0;  ///< squares: sum of (x - mean)^2

  double variance() const { return count > 1 ? squares / (count - 1) : 0; }
};

/// The moments of two sets of rows taken together, and of one set without a part of it (Chan, Golub,
/// LeVeque).
Moment joined(const Moment& a, const Moment& b);
Moment without(const Moment& all, const Moment& part);

/// (mean of `part` - mean of the rest) / pooled standard deviation, within +-99; 0 if one of them is empty.
double standardised_difference(const Moment& all, const Moment& part);

class NodeMoments {
 public:
  NodeMoments(const ReportInput& input, const DrawnRows& sample);

  const Moment& at(Index node, Index column) const { return moments_[node * columns_ + column]; }
  Index nodes() const { return moments_.size() / columns_; }
  Index columns() const { return columns_; }

 private:
  Index columns_;
  std::vector<Moment> moments_;
};

/// A cell as statistics see it: missing cells get the model's fill value if it has one, else NaN.
double cell(const ReportInput& input, Index row, Index column);

}  // namespace scpp
