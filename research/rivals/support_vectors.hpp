#pragma once
// Support vector regression by libsvm on a Gaussian kernel that is computed once.
#include <memory>
#include <vector>

#include "base/types.hpp"

namespace scpp {

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

}  // namespace scpp
