#include "rivals/support_vectors.hpp"

#include <svm.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "rivals/similarity_graph.hpp"

namespace scpp {

struct GaussianRegression::Problem {
  Index count = 0;
  std::vector<svm_node> nodes;  // count rows: (0, number), (1, k_1), ..., (count, k_count)
  std::vector<svm_node*> rows;

  const svm_node* row(Index j) const { return nodes.data() + j * (count + 1); }
};

namespace {

/// Mean squared distance between different rows: 2 n / (n - 1) times the mean squared distance to the centre.
double mean_squared_distance(const RowMatrix& rows) {
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  const double n = static_cast<double>(rows.rows());
  return 2 * (rows.rowwise() - mean).squaredNorm() / std::max(n - 1, 1.0);
}

svm_parameter parameters(double penalty) {
  svm_parameter parameter{};
  parameter.svm_type = EPSILON_SVR;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 512;  // MB; holds every row of up to 11 500
  parameter.eps = 0.01;        // targets are +1 and -1 and only signs are used
  parameter.C = penalty;
  parameter.p = 0;
  parameter.shrinking = 1;
  return parameter;
}

}  // namespace

GaussianRegression::GaussianRegression(const RowMatrix& rows) : problem_(std::make_unique<Problem>()) {
  Problem& problem = *problem_;
  problem.count = rows.rows();
  problem.nodes.resize(problem.count * (problem.count + 1));
  const SquaredDistances distances(rows);
  const double width = std::max(2 * mean_squared_distance(rows), 1e-300);  // 2 sigma^2
  parallel_blocks(problem.count, 16, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      svm_node* to = problem.nodes.data() + j * (problem.count + 1);
      to[0] = {0, static_cast<double>(j + 1)};
      for (Index k = 0; k < problem.count; ++k)
        to[k + 1] = {static_cast<int>(k + 1),
                     k == j ? 1.0 : std::exp(-static_cast<double>(distances.row(j)[k]) / width)};
    }
  });
  for (Index j = 0; j < problem.count; ++j)
    problem.rows.push_back(problem.nodes.data() + j * (problem.count + 1));
}

GaussianRegression::~GaussianRegression() = default;

GaussianRegression::Result GaussianRegression::fit(const Vector& targets, double penalty) const {
  svm_set_print_string_function([](const char*) {});  // the library never prints
  std::vector<double> y(targets.begin(), targets.end());
  svm_problem input{static_cast<int>(problem_->count), y.data(), problem_->rows.data()};
  const svm_parameter parameter = parameters(penalty);
  svm_model* model = svm_train(&input, &parameter);
  Result result{Vector::Zero(problem_->count), 0};
  for (int i = 0; i < model->l; ++i) {
    const double coefficient = model->sv_coef[0][i];
    const svm_node* row = problem_->row(model->sv_indices[i] - 1);
    for (Index k = 0; k < problem_->count; ++k) result.scores[k] += coefficient * row[k + 1].value;
  }
  for (int i = 0; i < model->l; ++i)
    result.squared_norm += model->sv_coef[0][i] * result.scores[model->sv_indices[i] - 1];
  svm_free_and_destroy_model(&model);
  return result;
}

}  // namespace scpp
