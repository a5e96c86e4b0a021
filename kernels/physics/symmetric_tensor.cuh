// Tensors of rank two in three dimensions, in registers.
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// One that equals its transpose.
struct SymmetricTensor {
  float xx, xy, xz, yy, yz, zz;
};

/// Any: row by row.
struct Tensor {
  float xx, xy, xz, yx, yy, yz, zx, zy, zz;
};

/// a + step rate.
__device__ __forceinline__ SymmetricTensor advanced(const SymmetricTensor& a,
                                                    const SymmetricTensor& rate, float step) {
  return {a.xx + step * rate.xx, a.xy + step * rate.xy, a.xz + step * rate.xz,
          a.yy + step * rate.yy, a.yz + step * rate.yz, a.zz + step * rate.zz};
}

__device__ __forceinline__ Tensor as_tensor(const SymmetricTensor& a) {
  return {a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz};
}

__device__ __forceinline__ Tensor operator*(const Tensor& a, const SymmetricTensor& b) {
  return {a.xx * b.xx + a.xy * b.xy + a.xz * b.xz, a.xx * b.xy + a.xy * b.yy + a.xz * b.yz,
          a.xx * b.xz + a.xy * b.yz + a.xz * b.zz, a.yx * b.xx + a.yy * b.xy + a.yz * b.xz,
          a.yx * b.xy + a.yy * b.yy + a.yz * b.yz, a.yx * b.xz + a.yy * b.yz + a.yz * b.zz,
          a.zx * b.xx + a.zy * b.xy + a.zz * b.xz, a.zx * b.xy + a.zy * b.yy + a.zz * b.yz,
          a.zx * b.xz + a.zy * b.yz + a.zz * b.zz};
}

/// The inverse, or the unit tensor where the determinant is below `least`.
__device__ __forceinline__ SymmetricTensor inverse_or_unit(const SymmetricTensor& m, float least) {
  const float xx = m.yy * m.zz - m.yz * m.yz;
  const float xy = m.xz * m.yz - m.xy * m.zz;
  const float xz = m.xy * m.yz - m.xz * m.yy;
  const float determinant = m.xx * xx + m.xy * xy + m.xz * xz;
  if (!(determinant >= least)) return {1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 1.0f};
  const float scale = 1.0f / determinant;
  return {scale * xx,
          scale * xy,
          scale * xz,
          scale * (m.xx * m.zz - m.xz * m.xz),
          scale * (m.xy * m.xz - m.xx * m.yz),
          scale * (m.xx * m.yy - m.xy * m.xy)};
}

}  // namespace sphlab
