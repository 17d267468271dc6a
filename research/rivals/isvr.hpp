#pragma once
// Maximum margin clustering by iterative support vector regression (Zhang, Tsang and Kwok), applied
// divisively.
#include <cstdint>
#include <memory>
#include <vector>

#include "base/types.hpp"
#include "rivals/rivals.hpp"

namespace scpp {

/// Support vector regression by libsvm on a Gaussian kernel that is computed once.
/// The kernel matrix exp(-|x - y|^2 / (2 sigma^2)) of some rows in libsvm's form: 16 N^2 bytes.
class GaussianRegression {
 public:
  /// sigma^2 is the mean squared distance between the rows.
  explicit GaussianRegression(const RowMatrix& rows);
  ~GaussianRegression();
  GaussianRegression(const GaussianRegression&) = delete;
  GaussianRegression& operator=(const GaussianRegression&) = delete;

  struct Result {
    Vector scores;        ///< w . phi(x) of each row, without bias
    double squared_norm;  ///< |w|^2
  };
  /// Minimises |w|^2 / 2 + penalty sum |y - w . phi(x) - b| (the Laplacian loss: an insensitive zone of width
  /// 0).
  Result fit(const Vector& targets, double penalty) const;

 private:
  struct Problem;
  std::unique_ptr<Problem> problem_;
};

struct MarginSplit {
  std::vector<std::int32_t> side;  ///< 0 or 1; all 0 when the rows cannot be split
  std::vector<double> trace;       ///< |w|^2 / 2 + C sum of losses after each round
};

/// The bias in the middle of two neighbouring scores that leaves |#positive - #negative| <= balance * n and
/// has the least sum of | |score + bias| - 1 |, the loss when every row takes the side it is on.
double balanced_bias(const Vector& scores, double balance);

/// Two clusters, from 2-means on.
MarginSplit margin_split(const RowMatrix& rows, const StageWatch& watch);

/// The largest cluster is split until there are enough.
RivalResult isvr(const RowMatrix& rows, Index clusters, const StageWatch& watch);

}  // namespace scpp
