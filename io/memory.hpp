#pragma once
// Allocation that depends on input is checked before it is made.
#include <cstddef>
#include <memory>
#include <new>
#include <string>

#include "scpp/errors.hpp"

namespace scpp {

/// Bytes this process may still take: what the system calls available, within the limits of its control group and of its
/// address space.
std::size_t available_memory();

/// "512 bytes", "8.0 GB", "32.0 PB".
std::string bytes_in_words(double bytes);

/// a x b, or the largest number when the product does not fit.
std::size_t saturating_product(std::size_t a, std::size_t b);

/// What one reading may take; `limit` 0 stands for the memory available now.
class MemoryBudget {
 public:
  MemoryBudget(std::string path, std::size_t limit);

  std::size_t limit() const { return limit_; }
  /// Throws FileError when count x size bytes are too many.
  void require(std::size_t count, std::size_t size) const;
  /// Throws FileError when so many columns are too many even without rows: each has a name and a place.
  void require_columns(std::size_t count) const { require(count, sizeof(std::string) + sizeof(std::size_t)); }

  /// Room for count values, not initialised.
  template <class Real>
  std::shared_ptr<Real[]> allocate(std::size_t count) const {
    require(count, sizeof(Real));
    try {
      return std::shared_ptr<Real[]>(new Real[count]);
    } catch (const std::bad_alloc&) {
      refuse_for_the_system(static_cast<double>(count) * sizeof(Real));
    }
  }

 private:
  [[noreturn]] void refuse(double bytes) const;
  [[noreturn]] void refuse_for_the_system(double bytes) const;

  std::string path_;
  std::size_t limit_;
};

}  // namespace scpp
