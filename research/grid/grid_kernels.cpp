#include "grid/grid_kernels.hpp"

#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

using Step = std::ptrdiff_t;

/// The four cubic B-splines that reach a cell, by powers of the place in it (-1/2 to 1/2).
constexpr double spline[4][4] = {{1.0 / 48, -1.0 / 8, 1.0 / 4, -1.0 / 6},
                                 {23.0 / 48, -5.0 / 8, -1.0 / 4, 1.0 / 2},
                                 {23.0 / 48, 5.0 / 8, -1.0 / 4, -1.0 / 2},
                                 {1.0 / 48, 1.0 / 8, 1.0 / 4, 1.0 / 6}};

constexpr int spline_pairs = 10;
constexpr int pair_of[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

/// Products of two of the splines, by powers; `by_power` is the transpose, padded to two Lanes.
struct Products {
  double by_pair[spline_pairs][8] = {};
  double by_power[7][16] = {};
};

constexpr Products make_products() {
  Products made;
  for (int a = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b)
      for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k) {
          made.by_pair[pair_of[a][b]][i + k] += spline[a][i] * spline[b][k];
          made.by_power[i + k][pair_of[a][b]] += spline[a][i] * spline[b][k];
        }
  return made;
}

constexpr Products products = make_products();

/// All x^a y^b of one row, 4 a + b.
struct Monomials {
  Lanes low, high;
};

SCPP_INLINE Lanes powers_twice(double y) {
  const double y2 = y * y, y3 = y2 * y;
  return Lanes{1, y, y2, y3, 1, y, y2, y3};
}

SCPP_INLINE Monomials monomials(double x, double y) {
  const Lanes low = powers_twice(y) * Lanes{1, 1, 1, 1, x, x, x, x};
  return {low, low * (x * x)};
}

void add_moments(const GridRows& rows, const double* weights, double* moments) {
  for (Step i = 0; i < rows.count; ++i) {
    double* to = moments + rows.cells[i] * cubic_terms;
    const Monomials m = monomials(rows.x[i], rows.y[i]);
    store(to, load(to) + weights[i] * m.low);
    store(to + lane_count, load(to + lane_count) + weights[i] * m.high);
  }
}

void add_sextic_moments(const GridRows& rows, const double* weights, double* moments) {
  for (Step i = 0; i < rows.count; ++i) {
    double* to = moments + rows.cells[i] * sextic_terms;
    const double x = rows.x[i], y = rows.y[i], y4 = y * y * y * y;
    Lanes term = powers_twice(y) * Lanes{1, 1, 1, 1, y4, y4, y4, y4} * weights[i];
    for (int a = 0; a < 7; ++a, term *= x) store(to + a * lane_count, load(to + a * lane_count) + term);
  }
}

void values(const GridRows& rows, const double* coefficients, double* out) {
  for (Step i = 0; i < rows.count; ++i) {
    const double* c = coefficients + rows.cells[i] * cubic_terms;
    const Monomials m = monomials(rows.x[i], rows.y[i]);
    out[i] = sum(m.low * load(c) + m.high * load(c + lane_count));
  }
}

void slopes(const GridRows& rows, const double* const fields[4], const double* const weights[3], double* by_x,
            double* by_y) {
  for (Step i = 0; i < rows.count; ++i) {
    const Step cell = rows.cells[i] * cubic_terms;
    Lanes low = load(fields[3] + cell), high = load(fields[3] + cell + lane_count);
    for (int f = 0; f < 3; ++f) {
      low += weights[f][i] * load(fields[f] + cell);
      high += weights[f][i] * load(fields[f] + cell + lane_count);
    }
    const double x = rows.x[i], y = rows.y[i], x2 = 2 * x, x3 = 3 * x * x, y2 = 2 * y, y3 = 3 * y * y;
    const Lanes y_powers = powers_twice(y);
    by_x[i] =
        sum(y_powers * (low * Lanes{0, 0, 0, 0, 1, 1, 1, 1} + high * Lanes{x2, x2, x2, x2, x3, x3, x3, x3}));
    const Lanes y_slopes = {0, 1, y2, y3, 0, x, x * y2, x * y3};
    by_y[i] = sum(y_slopes * (low + high * (x * x)));
  }
}

void nodes_from_moments(const GridCells& g, const double* moments, double* nodes) {
  for (Step c = 0; c < g.count; ++c) {
    const double* from = moments + g.cells[c] * cubic_terms;
    double by_node[4][4] = {};  // [x power][y node]
    for (int i = 0; i < 4; ++i)
      for (int b = 0; b < 4; ++b)
        for (int k = 0; k < 4; ++k) by_node[i][b] += from[4 * i + k] * spline[b][k];
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        double total = 0;
        for (int i = 0; i < 4; ++i) total += spline[a][i] * by_node[i][b];
        nodes[g.corners[c] + a * g.line + b] += total;
      }
  }
}

void coefficients(const GridCells& g, const double* nodes, double* out) {
  for (Step c = 0; c < g.count; ++c) {
    double* to = out + g.cells[c] * cubic_terms;
    double by_power[4][4] = {};  // [x power][y node]
    for (int a = 0; a < 4; ++a)
      for (int i = 0; i < 4; ++i)
        for (int b = 0; b < 4; ++b) by_power[i][b] += spline[a][i] * nodes[g.corners[c] + a * g.line + b];
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 4; ++k) {
        double total = 0;
        for (int b = 0; b < 4; ++b) total += by_power[i][b] * spline[b][k];
        to[4 * i + k] = total;
      }
  }
}

/// sum of weight B_a(x) B_a'(x) B_b(y) B_b'(y) over the rows of a cell, [pair a a'][pair b b'].
SCPP_INLINE void pair_sums(const double* moments, double (&out)[spline_pairs][16]) {
  for (int p = 0; p < spline_pairs; ++p) {
    Lanes by_power = {};
    for (int i = 0; i < 7; ++i) by_power += products.by_pair[p][i] * load(moments + i * lane_count);
    Lanes low = {}, high = {};
    for (int k = 0; k < 7; ++k) {
      low += by_power[k] * load(products.by_power[k]);
      high += by_power[k] * load(products.by_power[k] + lane_count);
    }
    store(out[p], low);
    store(out[p] + lane_count, high);
  }
}

/// Offsets in the order of GridStencil: (0, 0..3), then (1..3, -3..3).
void planes_from_moments(const GridCells& g, const double* moments, double* planes, Step stride) {
  for (Step c = 0; c < g.count; ++c) {
    double sums[spline_pairs][16];
    pair_sums(moments + g.cells[c] * sextic_terms, sums);
    double* plane = planes + g.corners[c];
    for (int ox = 0; ox < 4; ++ox)
      for (int oy = ox == 0 ? 0 : -3; oy < 4; ++oy, plane += stride)
        for (int a = 0; a + ox < 4; ++a)
          for (int b = oy < 0 ? -oy : 0; b < 4 && b + oy < 4; ++b)
            plane[a * g.line + b] += sums[pair_of[a][a + ox]][pair_of[b][b + oy]];
  }
}

void apply(const GridStencil& s, const double* x, double* out) {
  for (Step j = 0; j < s.count; j += lane_count) {
    Lanes total = load(s.planes + j) * load(x + j);
    for (Step o = 1; o < half_stencil; ++o) {
      const double* plane = s.planes + o * s.stride;
      const Step offset = s.offsets[o];
      total += load(plane + j) * load(x + j + offset) + load(plane + j - offset) * load(x + j - offset);
    }
    store(out + j, total);
  }
}

}  // namespace

const GridKernels grid_kernels = {add_moments,  add_sextic_moments,  values, slopes, nodes_from_moments,
                                  coefficients, planes_from_moments, apply};

}  // namespace scpp::SCPP_ISA
