#pragma once
// Which build of the kernel files this CPU can run. All builds give the same bits; only their speed differs.

namespace scpp {

enum class Isa { baseline, avx2, avx512 };

/// The best this CPU has, unless ScopedIsa asks for less.
Isa current_isa();

/// Caps the instruction set for the whole process while it lives (tests compare the builds with it).
class ScopedIsa {
 public:
  explicit ScopedIsa(Isa cap);
  ~ScopedIsa();
  ScopedIsa(const ScopedIsa&) = delete;
  ScopedIsa& operator=(const ScopedIsa&) = delete;

 private:
  Isa before_;
};

/// Declares a kernel table in the namespace of every build.
#define SCPP_DECLARE_KERNELS(Type, table) \
  namespace isa_baseline {                \
  extern const Type table;                \
  }                                       \
  namespace isa_avx2 {                    \
  extern const Type table;                \
  }                                       \
  namespace isa_avx512 {                  \
  extern const Type table;                \
  }

/// The build of a kernel table for the current instruction set.
#if defined(__x86_64__)
#define SCPP_PICK_KERNELS(table)                    \
  (current_isa() == Isa::avx512 ? isa_avx512::table \
   : current_isa() == Isa::avx2 ? isa_avx2::table   \
                                : isa_baseline::table)
#else
#define SCPP_PICK_KERNELS(table) (isa_baseline::table)
#endif

}  // namespace scpp
