#include "split/row_space.hpp"

#include <utility>

namespace scpp {
namespace {

std::variant<FactoredSpan, ReflectedSpan> span_of(const std::shared_ptr<const RowMatrix>& rows,
                                                  RowMatrix products) {
  if (auto span = FactoredSpan::of(rows, std::move(products))) return *std::move(span);
  return ReflectedSpan(*rows);
}

}  // namespace

RowSpace::RowSpace(std::shared_ptr<const RowMatrix> rows, RowMatrix products)
    : span_(span_of(rows, std::move(products))) {}

const RowMatrix& RowSpace::coordinates() const {
  return std::visit([](const auto& span) -> const RowMatrix& { return span.coordinates(); }, span_);
}

RowMatrix RowSpace::project(const RowMatrix& points) const {
  return std::visit([&](const auto& span) { return span.project(points); }, span_);
}

ColMatrix RowSpace::lift(const ColMatrix& w) const {
  return std::visit([&](const auto& span) { return span.lift(w); }, span_);
}

}  // namespace scpp
