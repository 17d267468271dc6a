#pragma once
// R's vectors as the library sees them, and Ctrl-C and progress while it works.
#include <Rcpp.h>

#include <chrono>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "scpp/errors.hpp"
#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "scpp/table_view.hpp"

namespace scpp::r {

/// A matrix read where it lies.
inline TableView view_of(const Rcpp::NumericMatrix& rows) {
  return TableView::column_major(rows.begin(), rows.nrow(), rows.ncol());
}

inline std::span<const double> span_of(const Rcpp::NumericVector& values) {
  return {values.begin(), static_cast<std::size_t>(values.size())};
}

/// R keeps a model as the bytes of its file: they can be saved, sent and compared.
Model model_of(const Rcpp::RawVector& bytes);
Rcpp::RawVector bytes_of(const Model& model);

/// The library's defaults, with these options set by name.
FitOptions options_of(const std::vector<std::string>& names, const std::vector<std::string>& values);

Rcpp::NumericMatrix matrix_of(const DenseMatrix& matrix);

/// R counts clusters from 1.
Rcpp::IntegerVector clusters_of(const std::vector<std::int32_t>& labels);
std::vector<std::int32_t> labels_of(const Rcpp::IntegerVector& clusters);

/// An observer that looks for interrupts and calls `callback` (NULL, or a function of a list) some twenty
/// times a second. R is not left by a jump over the library: what happened is kept until that has ended.
class Watch {
 public:
  explicit Watch(Rcpp::Nullable<Rcpp::Function> callback) : callback_(std::move(callback)) {}
  bool operator()(const Progress& progress);
  /// Goes on with what ended the call: an interrupt, or an error in the callback.
  [[noreturn]] void go_on() const;

 private:
  Rcpp::Nullable<Rcpp::Function> callback_;
  std::chrono::steady_clock::time_point next_;
  std::exception_ptr failure_;
};

/// Calls work(observer).
template <class Work>
auto watched(Rcpp::Nullable<Rcpp::Function> callback, const Work& work) {
  Watch watch(std::move(callback));
  try {
    return work(Observer(std::ref(watch)));
  } catch (const Cancelled&) {
    watch.go_on();
  }
}

}  // namespace scpp::r
