#include "spectral/eigenpairs.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/multiply.hpp"
#include "base/random.hpp"
#include "scpp/index.hpp"

namespace scpp {

// ---- tridiagonal matrices

namespace {

/// Pivots of LDL' of T - x; a pivot that is not positive says that x is not below every eigenvalue.
struct Pivots {
  bool positive = true;
  double slope_sum = 0;      ///< p'(x) / p(x) for the characteristic polynomial p
  double curvature_sum = 0;  ///< (p'/p)^2 - p''/p
};

/// The logarithmic derivatives of p = prod d_i by differentiating d_i = (a_i - x) - b_{i-1}^2 / d_{i-1}
/// twice.
Pivots pivots_at(const std::vector<double>& a, const std::vector<double>& b, double x) {
  Pivots result;
  double inverse = 0, g = 0, h = 0;  // 1 / d, d' / d and d'' / d of the pivot before
  for (Index i = 0; i < std::ssize(a); ++i) {
    const double ratio = i ? b[i - 1] * b[i - 1] * inverse : 0.0;  // b^2 / d
    const double d = (a[i] - x) - ratio;
    if (!(d > 0)) return {false, 0, 0};
    inverse = 1 / d;  // divisions are what this loop waits for
    const double d1 = -1 + ratio * g, d2 = ratio * (h - 2 * g * g);
    g = d1 * inverse;
    h = d2 * inverse;
    result.slope_sum += g;
    result.curvature_sum += g * g - h;
  }
  return result;
}

/// No eigenvalue lies below this (Gershgorin).
double gershgorin(const std::vector<double>& a, const std::vector<double>& b) {
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < std::ssize(a); ++i)
    least = std::min(least,
                     a[i] - (i ? std::abs(b[i - 1]) : 0.0) - (i + 1 < std::ssize(a) ? std::abs(b[i]) : 0.0));
  return least;
}

/// Laguerre's iteration from below: monotone and cubic towards the least root of a polynomial whose roots are
/// real. From afar rounding can carry a step beyond the root; it is then halved.
double least_value(const std::vector<double>& a, const std::vector<double>& b, double below) {
  const double n = static_cast<double>(a.size());
  double scale = 0;
  for (const double entry : a) scale = std::max(scale, std::abs(entry));
  double x = std::max(below, gershgorin(a, b)), move = 0;
  for (int step = 0; step < 100; ++step) {
    const Pivots p = pivots_at(a, b, x);
    if (p.positive) {
      const double root =
          std::sqrt(std::max(0.0, (n - 1) * (n * p.curvature_sum - p.slope_sum * p.slope_sum)));
      move = n / (-p.slope_sum + root);
      x += move;
    } else {
      move /= 2;
      x -= move;
    }
    if (!(move > std::numeric_limits<double>::epsilon() * scale)) break;
  }
  return x;
}

/// LDL' of T - x without pivoting; pivots too small to divide by are lifted.
class Shifted {
 public:
  Shifted(const std::vector<double>& a, const std::vector<double>& b, double x, double least_pivot)
      : inverse_(a.size()), factor_(a.size()) {
    for (Index i = 0; i < std::ssize(a); ++i) {
      factor_[i] = i ? b[i - 1] * inverse_[i - 1] : 0.0;
      const double pivot = (a[i] - x) - (i ? b[i - 1] * factor_[i] : 0.0);
      inverse_[i] = 1 / (std::abs(pivot) < least_pivot ? least_pivot : pivot);
    }
  }

  void solve(std::vector<double>& v) const {
    for (Index i = 1; i < std::ssize(v); ++i) v[i] -= factor_[i] * v[i - 1];
    for (Index i = v.size(); i-- > 0;)
      v[i] = v[i] * inverse_[i] - (i + 1 < std::ssize(v) ? factor_[i + 1] * v[i + 1] : 0.0);
  }

 private:
  std::vector<double> inverse_, factor_;
};

void normalise(std::vector<double>& v) {
  double largest = 0, squares = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  for (const double x : v) squares += (x / largest) * (x / largest);
  for (double& x : v) x /= largest * std::sqrt(squares);
}

}  // namespace

TridiagonalPair least_pair(const std::vector<double>& diagonal, const std::vector<double>& beside,
                           double below) {
  assert(!diagonal.empty() && beside.size() + 1 >= diagonal.size());
  TridiagonalPair pair{least_value(diagonal, beside, below), std::vector<double>(diagonal.size(), 1.0)};
  double scale = 0;
  for (const double entry : diagonal) scale = std::max(scale, std::abs(entry));
  const double least_pivot =
      std::max(std::numeric_limits<double>::epsilon() * scale, std::numeric_limits<double>::min());
  const Shifted shifted(diagonal, beside, pair.value, least_pivot);
  for (int repeat = 0; repeat < 3; ++repeat) {  // inverse iteration at an eigenvalue good to rounding
    shifted.solve(pair.vector);
    normalise(pair.vector);
  }
  return pair;
}

// ---- Lanczos

namespace {

constexpr Index first_check = 10,
                check_every = 2;  // steps before, and between, looks at the tridiagonal matrix

/// Steps before the direct search is given up for the inverse: about where their costs meet (a step is m^2
/// multiplications, the inverse m^3 / 6).
Index step_limit(Index m) { return std::max<Index>(60, m / 8); }

/// Orthonormal rows: first the deflated vectors, then the Lanczos basis.
class Basis {
 public:
  Basis(const LaplacianOperator& laplacian, const std::vector<Vector>& known)
      : deflated_(known.size() + 1),
        steps_(std::min(step_limit(laplacian.count()), laplacian.count() - deflated_)),
        rows_(deflated_ + steps_ + 1, laplacian.stride()),
        coefficients_(rows_.rows()) {
    rows_.row(0) = laplacian.null_vector();
    for (Index i = 0; i < std::ssize(known); ++i) rows_.row(i + 1) = known[i];
    used_ = deflated_;
  }

  Index most() const { return steps_; }
  Index deflated() const { return deflated_; }
  Index size() const { return used_ - deflated_; }
  /// The one appended last, or the one `back` before it.
  Eigen::Map<const Vector> latest(Index back = 0) const {
    return {rows_.row(used_ - 1 - back).data(), rows_.cols()};
  }

  /// Removes from w its part along all rows so far.
  void orthogonalise(Vector& w) {
    dot_rows(rows_.data(), rows_.cols(), used_, rows_.cols(), w.data(), coefficients_.data());
    coefficients_.head(used_) = -coefficients_.head(used_);
    add_weighted_rows(rows_.data(), rows_.cols(), used_, rows_.cols(), coefficients_.data(), w.data());
  }

  void append(const Vector& unit) { rows_.row(used_++) = unit; }
  void clear() { used_ = deflated_; }

  Vector combine(const std::vector<double>& s) const {
    Vector u = Vector::Zero(rows_.cols());
    add_weighted_rows(rows_.row(deflated_).data(), rows_.cols(), s.size(), rows_.cols(), s.data(), u.data());
    return u;
  }

 private:
  Index deflated_, steps_, used_ = 0;
  RowMatrix rows_;
  Vector coefficients_;
};

/// The guess with a little of every direction mixed in: a guess that is itself an eigenvector, but of another
/// eigenvalue, must not hide the one wanted.
Vector start_vector(const LaplacianOperator& laplacian, const Vector& guess, Basis& basis) {
  constexpr double share_of_noise = 0.03;  // about as far as a guess is off anyway
  // Another stream for every pair: what the pair before left of its own start has no part in a repeated
  // eigenvalue.
  Random random(static_cast<std::uint64_t>(basis.deflated()), static_cast<std::uint64_t>(laplacian.count()));
  Vector start = Vector::Zero(laplacian.stride());
  for (Index j = 0; j < laplacian.count(); ++j) start[j] = random.uniform() - 0.5;
  if (std::ssize(guess) == std::ssize(start)) start = guess + share_of_noise / start.norm() * start;
  for (int twice = 0; twice < 2; ++twice) basis.orthogonalise(start);
  return start.normalized();
}

struct LanczosRun {
  Vector vector;
  bool converged;
};

/// The Laplacian as it is.
struct Direct {
  const LaplacianOperator& laplacian;

  void apply(const Eigen::Map<const Vector>& x, Vector& out) const { laplacian.apply(x, out); }
  double lower_bound() const { return -1e-12 * laplacian.size(); }
  double residual_of_laplacian(double residual, double /*ritz*/) const { return residual; }
};

/// -(L + shift)^-1 on the complement of the null vector: pulls apart small eigenvalues that lie close
/// together. The shift of n eps |L| keeps it positive definite in spite of rounding and leaves eigenvectors
/// as they are.
class Inverse {
 public:
  explicit Inverse(const LaplacianOperator& laplacian) : laplacian_(laplacian), solution_(laplacian.count()) {
    ColMatrix matrix = laplacian.dense();
    matrix.diagonal().array() += shift();
    const Vector null = laplacian.null_vector().head(matrix.rows());
    matrix.selfadjointView<Eigen::Lower>().rankUpdate(null, laplacian.size());
    factor_.compute(matrix);
  }

  void apply(const Eigen::Map<const Vector>& x, Vector& out) const {
    solution_ = factor_.solve(x.head(solution_.size()));
    out.setZero();
    out.head(solution_.size()) = -solution_;
  }
  double lower_bound() const { return -std::numeric_limits<double>::infinity(); }
  /// If |M u - theta u| <= r for M = -(L + shift)^-1, then |L u - lambda u| <= |L + shift| r / |theta|.
  double residual_of_laplacian(double residual, double ritz) const {
    return 2 * laplacian_.size() * residual / std::abs(ritz);
  }

 private:
  double shift() const {
    const double rounding = static_cast<double>(laplacian_.count()) * std::numeric_limits<double>::epsilon();
    return std::max(rounding * laplacian_.size(), std::numeric_limits<double>::min());
  }
  const LaplacianOperator& laplacian_;
  Eigen::LLT<ColMatrix> factor_;
  mutable Vector solution_;
};

/// When a pair is good enough: |L u - lambda u| <= max(rounding, share lambda).
struct Precision {
  double rounding, share;

  double residual_at(double lambda) const { return std::max(rounding, share * lambda); }
};

/// Lanczos with full reorthogonalisation for the least eigenpair of `matrix`.
template <class Matrix>
LanczosRun lanczos(const Matrix& matrix, Basis& basis, const Vector& start, const Precision& precision) {
  std::vector<double> diagonal, beside;
  double largest = 0;  // of the diagonal; the least Ritz value of the inverse is at least this in size
  Vector w = Vector::Zero(start.size());
  basis.clear();
  basis.append(start);
  while (true) {
    const auto q = basis.latest();
    matrix.apply(q, w);
    diagonal.push_back(dot(q.data(), w.data(), w.size()));
    // The three terms that differ from 0 first: the sweep over the whole basis then removes rounding errors
    // alone.
    w -= diagonal.back() * q;
    if (!beside.empty()) w -= beside.back() * basis.latest(1);
    basis.orthogonalise(w);
    const double norm = std::sqrt(dot(w.data(), w.data(), w.size()));
    // An invariant subspace: what is left of w is rounding, and no direction to go on in.
    largest = std::max(largest, std::abs(diagonal.back()));
    const bool invariant = norm <= std::numeric_limits<double>::min() ||
                           matrix.residual_of_laplacian(norm, largest) <= precision.rounding;
    const bool exhausted = invariant || std::ssize(basis) == basis.most();
    if (exhausted || (std::ssize(basis) >= first_check && basis.size() % check_every == 0)) {
      const TridiagonalPair ritz = least_pair(diagonal, beside, matrix.lower_bound());
      const double residual = matrix.residual_of_laplacian(norm * std::abs(ritz.vector.back()), ritz.value);
      const bool converged = residual <= precision.residual_at(ritz.value);
      if (converged || exhausted) return {basis.combine(ritz.vector).normalized(), converged};
    }
    const double removed = std::abs(diagonal.back()) + (beside.empty() ? 0.0 : beside.back());
    beside.push_back(norm);
    w /= norm;
    if (norm < 0.01 * removed) {  // what was removed left rounding errors of two digits and more
      basis.orthogonalise(w);
      w.normalize();
    }
    basis.append(w);
  }
}

/// Is the next eigenvalue clearly above the one found? A second, rough search beside its vector tells. It
/// starts with about 0.07 of every eigenvector, so a residual of 1e-6 of the value is far too small to hide
/// one.
bool stands_alone(const LaplacianOperator& laplacian, std::vector<Vector> known, const Vector& found,
                  double value) {
  constexpr double clear_gap = 1e-6;
  const Precision rough{1e-9 * laplacian.size(), 1e-6};
  known.push_back(found);
  Basis basis(laplacian, known);
  if (basis.most() < 1) return true;
  const LanczosRun next = lanczos(Direct{laplacian}, basis, start_vector(laplacian, Vector(), basis), rough);
  return next.converged && laplacian.form(next.vector, next.vector) - value > clear_gap * laplacian.size();
}

}  // namespace

Eigenpair next_eigenpair(const LaplacianOperator& laplacian, const std::vector<Vector>& known,
                         const Vector& guess, double share) {
  assert(std::ssize(known) < laplacian.count() - 1);
  const double rounding =
      static_cast<double>(laplacian.count()) * std::numeric_limits<double>::epsilon() * laplacian.size();
  Basis basis(laplacian, known);
  const Vector start = start_vector(laplacian, guess, basis);
  LanczosRun run = lanczos(Direct{laplacian}, basis, start, {rounding, share});
  double value = laplacian.form(run.vector, run.vector);
  // Small eigenvalues may lie closer together than a residual can tell apart; their inverses do not.
  const bool small = value < 1e-6 * laplacian.size();
  if (!run.converged || (small && !stands_alone(laplacian, known, run.vector, value))) {
    basis.clear();
    run = lanczos(Inverse(laplacian), basis, start_vector(laplacian, run.vector, basis), {rounding, 0});
    value = laplacian.form(run.vector, run.vector);
  }
  return {value, std::move(run.vector)};
}

void EigenpairList::solve(const LaplacianOperator& laplacian, Index pairs) {
  guesses_.clear();
  for (Eigenpair& pair : pairs_) guesses_.push_back(std::move(pair.vector));
  pairs_.clear();
  for (Index i = 0; i < pairs; ++i)
    if (!extend(laplacian)) break;
}

const Eigenpair* EigenpairList::extend(const LaplacianOperator& laplacian) {
  const Index number = pairs_.size();
  if (number + 1 >= laplacian.count()) return nullptr;
  std::vector<Vector> known;
  for (const Eigenpair& pair : pairs_) known.push_back(pair.vector);
  pairs_.push_back(
      next_eigenpair(laplacian, known, number < std::ssize(guesses_) ? guesses_[number] : Vector(), share_));
  return &pairs_.back();
}

void EigenpairList::refine(const LaplacianOperator& laplacian) {
  if (share_ == 0) return;
  share_ = 0;
  solve(laplacian, size());
}

}  // namespace scpp
