#include <algorithm>
#include <limits>

#include "base/lanes.hpp"
#include "micro/kernels.hpp"

namespace scpp::SCPP_ISA {
namespace {

constexpr int width = 16, parts = rows_of_a_group / width;
using Floats = Wide<float, width>;
using FloatBits = Mask<float, width>;

SCPP_INLINE Floats load_floats(const float* from) { return load<Floats>(from); }

// Both for what comparisons give: lanes of all ones or all zeros.

/// Bit i for every lane i of ones.
SCPP_INLINE std::uint64_t bits_of(FloatBits lanes) {
  const FloatBits bit = {1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                         1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
  const FloatBits chosen = lanes & bit;
  std::uint64_t words[8];
  std::memcpy(words, chosen.part, sizeof words);
  const std::uint64_t both =
      ((words[0] | words[1]) | (words[2] | words[3])) | ((words[4] | words[5]) | (words[6] | words[7]));
  return (both | both >> 32) & 0xffff;
}

SCPP_INLINE bool all_true(FloatBits lanes) {
  FloatBits::Register every = lanes.part[0];
  for (int i = 1; i < FloatBits::registers; ++i) every &= lanes.part[i];
  std::int64_t words[register_bytes / 8], both = -1;
  std::memcpy(words, &every, sizeof words);
  for (const std::int64_t word : words) both &= word;
  return both == -1;
}

// ---- the nearest of many centres

// Rows of the register tile: two Floats a row, as many rows as the registers hold.
#if defined(__AVX512F__)
constexpr std::ptrdiff_t tile_rows = 8;
#elif defined(__AVX2__)
constexpr std::ptrdiff_t tile_rows = 3;
#else
constexpr std::ptrdiff_t tile_rows = 1;
#endif

/// The least and the second least of what came by, lane by lane.
struct TwoLeast {
  Floats least = std::numeric_limits<float>::infinity() - Floats();
  Floats second = least;
  FloatBits at;

  SCPP_INLINE void take(Floats value, FloatBits here) {
    const FloatBits nearer = value < least;
    const Floats loser = select(nearer, least, value);
    second = select(loser < second, loser, second);
    at = select(nearer, here, at);
    least = select(nearer, value, least);
  }

  SCPP_INLINE void reduce(std::int32_t& best, float& lead) const {
    std::ptrdiff_t lane = 0;
    for (std::ptrdiff_t i = 1; i < width; ++i) lane = least[i] < least[lane] ? i : lane;
    float next = second[lane];
    for (std::ptrdiff_t i = 0; i < width; ++i) next = i != lane && least[i] < next ? least[i] : next;
    best = at[lane];
    lead = next - least[lane];
  }
};

template <std::ptrdiff_t rows>
SCPP_INLINE void nearest_tile(const float* x, const FloatCentres& centres, std::int32_t* at, float* lead) {
  TwoLeast found[rows];
  FloatBits here = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const float* panel = centres.panels;
  for (std::ptrdiff_t number = 0; number < centres.panel_count; ++number) {
    Floats left[rows], right[rows];
    for (std::ptrdiff_t k = 0; k < centres.depth; ++k, panel += float_panel_width) {
      const Floats c_left = load_floats(panel), c_right = load_floats(panel + width);
      for (std::ptrdiff_t i = 0; i < rows; ++i) {
        left[i] += x[i * centres.depth + k] * c_left;
        right[i] += x[i * centres.depth + k] * c_right;
      }
    }
    const float* half_square = centres.half_square + number * float_panel_width;
    for (std::ptrdiff_t i = 0; i < rows; ++i) found[i].take(load_floats(half_square) - left[i], here);
    for (std::ptrdiff_t i = 0; i < rows; ++i)
      found[i].take(load_floats(half_square + width) - right[i], here + 16);
    here += 32;
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i) found[i].reduce(at[i], lead[i]);
}

void nearest(const float* rows, std::ptrdiff_t count, const FloatCentres& centres, std::int32_t* at,
             float* lead) {
  std::ptrdiff_t i = 0;
  for (; i + tile_rows <= count; i += tile_rows)
    nearest_tile<tile_rows>(rows + i * centres.depth, centres, at + i, lead + i);
  for (; i < count; ++i) nearest_tile<1>(rows + i * centres.depth, centres, at + i, lead + i);
}

// ---- which of 64 rows may be near a point

std::uint64_t maybe_nearer(const float* group, std::ptrdiff_t columns, const float* point,
                           const float* limits) {
  Floats sums[parts];
  for (std::ptrdiff_t k = 0; k < columns; ++k, group += rows_of_a_group)
    for (std::ptrdiff_t part = 0; part < parts; ++part) {
      const Floats difference = load_floats(group + part * width) - point[k];
      sums[part] += difference * difference;
    }
  FloatBits reached[parts], all = ~FloatBits();
  for (std::ptrdiff_t part = 0; part < parts; ++part) {
    reached[part] = sums[part] >= load_floats(limits + part * width);  // not a number counts as not reached
    all &= reached[part];
  }
  if (all_true(all)) return 0;
  std::uint64_t nearer = 0;
  for (std::ptrdiff_t part = 0; part < parts; ++part) nearer |= bits_of(~reached[part]) << (part * width);
  return nearer;
}

// Sums that the registers hold: of so many points with so many rows, 16 to a Floats.
#if defined(__AVX512F__)
constexpr std::ptrdiff_t tile_points = 6, tile_parts = 2;
#elif defined(__AVX2__)
constexpr std::ptrdiff_t tile_points = 6, tile_parts = 1;
#else
constexpr std::ptrdiff_t tile_points = 2, tile_parts = 1;
#endif
static_assert(points_at_once % tile_points == 0 && parts % tile_parts == 0);

/// use(point, part, sum) for the points and parts of one tile.
template <class Use>
SCPP_INLINE void tile_of_sums(const float* group, std::ptrdiff_t columns, const float* points,
                              const float* offsets, const Use& use) {
  Floats sums[tile_points][tile_parts];
  for (std::ptrdiff_t p = 0; p < tile_points; ++p)
    for (std::ptrdiff_t part = 0; part < tile_parts; ++part) sums[p][part] = offsets[p] - Floats();
  for (std::ptrdiff_t k = 0; k < columns; ++k, group += rows_of_a_group) {
    Floats rows[tile_parts];
    for (std::ptrdiff_t part = 0; part < tile_parts; ++part) rows[part] = load_floats(group + part * width);
    for (std::ptrdiff_t p = 0; p < tile_points; ++p)
      for (std::ptrdiff_t part = 0; part < tile_parts; ++part)
        sums[p][part] += rows[part] * points[p * columns + k];
  }
  for (std::ptrdiff_t p = 0; p < tile_points; ++p)
    for (std::ptrdiff_t part = 0; part < tile_parts; ++part) use(p, part, sums[p][part]);
}

template <class Use>
SCPP_INLINE void all_sums(const float* group, std::ptrdiff_t columns, const float* points,
                          const float* offsets, const Use& use) {
  for (std::ptrdiff_t p = 0; p < points_at_once; p += tile_points)
    for (std::ptrdiff_t part = 0; part < parts; part += tile_parts)
      tile_of_sums(
          group + part * width, columns, points + p * columns, offsets + p,
          [&](std::ptrdiff_t next, std::ptrdiff_t beside, Floats sum)
              __attribute__((always_inline)) { use(p + next, part + beside, sum); });
}

void above_limits(const float* group, std::ptrdiff_t columns, const float* points, const float* offsets,
                  const float* limits, std::uint64_t* above) {
  FloatBits below[points_at_once][parts], all = ~FloatBits();
  all_sums(
      group, columns, points,
      offsets, [&](std::ptrdiff_t p, std::ptrdiff_t part, Floats sum) __attribute__((always_inline)) {
        below[p][part] = sum <= load_floats(limits + part * width);
      });
  for (std::ptrdiff_t p = 0; p < points_at_once; ++p) {
    above[p] = 0;
    for (std::ptrdiff_t part = 0; part < parts; ++part) all &= below[p][part];
  }
  if (all_true(all)) return;
  for (std::ptrdiff_t p = 0; p < points_at_once; ++p)
    for (std::ptrdiff_t part = 0; part < parts; ++part)
      above[p] |= bits_of(~below[p][part]) << (part * width);
}

void sums(const float* group, std::ptrdiff_t columns, const float* points, const float* offsets,
          float* sums) {
  all_sums(
      group, columns, points,
      offsets, [&](std::ptrdiff_t p, std::ptrdiff_t part, Floats sum) __attribute__((always_inline)) {
        store(sums + p * rows_of_a_group + part * width, sum);
      });
}

void keep_largest(const float* sums, std::ptrdiff_t points, std::ptrdiff_t count, float* largest) {
  std::fill_n(largest, count * rows_of_a_group, -std::numeric_limits<float>::infinity());
  float* const last = largest + (count - 1) * rows_of_a_group;
  for (std::ptrdiff_t p = 0; p < points; ++p)
    for (std::ptrdiff_t part = 0; part < parts; ++part, sums += width) {
      Floats value = load_floats(sums);
      if (all_true(~(value > load_floats(last + part * width)))) continue;
      for (std::ptrdiff_t k = 0; k < count; ++k) {
        float* const here = largest + k * rows_of_a_group + part * width;
        const Floats kept = load_floats(here);
        const FloatBits larger = value > kept;
        store(here, select(larger, value, kept));
        value = select(larger, kept, value);
      }
    }
}

std::uint64_t above(const float* sums, const float* limits) {
  std::uint64_t above = 0;
  for (std::ptrdiff_t part = 0; part < parts; ++part)
    above |= bits_of(~(load_floats(sums + part * width) <= load_floats(limits + part * width)))
             << (part * width);
  return above;
}

}  // namespace

const FloatKernels float_kernels = {nearest, maybe_nearer, above_limits, sums, keep_largest, above};

}  // namespace scpp::SCPP_ISA
