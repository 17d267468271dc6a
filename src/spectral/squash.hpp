#pragma once
// T_Delta (appendix A): the identity on Delta = [-b, b], slow growth outside, C1 at the border.

namespace scpp {

class Squash {
 public:
  explicit Squash(double delta);

  struct Value {
    double t;        ///< T_Delta(z)
    double slope;    ///< dT/dz
    double per_bound;  ///< dT/db: how the value moves with the border
  };
  Value operator()(double z, double b) const {
    return z <= b && z >= -b ? Value{z, 1, 0} : outside(z, b);  // nearly all rows lie inside
  }

 private:
  Value outside(double z, double b) const;

  double delta_, c1_, c2_;
};

}  // namespace scpp
