#pragma once
// The matrix types used inside the library (Eigen stays out of the public headers), and arrays for its
// kernels.
#include <Eigen/Core>
#include <cstddef>
#include <new>
#include <vector>

#include "scpp/index.hpp"

namespace scpp {

static_assert(std::is_same_v<Index, Eigen::Index>);
using Vector = Eigen::VectorXd;
/// Rows are observations, so rows are contiguous.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// Columns are directions, so columns are contiguous.
using ColMatrix = Eigen::MatrixXd;

// Arrays that begin on a cache line, so that no vector register is loaded from two of them.

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
  void deallocate(T* from, std::size_t) { ::operator delete(from, alignment); }
  bool operator==(const CacheLineAllocator&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace scpp
