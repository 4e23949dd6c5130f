/**
 * Mass properties of an ellipsoid grown by a radius r. Closed forms for r = 0. Otherwise Gauss' theorem on the surface,
 * integrated over its normals n:
 *
 *   ∫ f dV = 1/(k + 3) ∮ f(p) (p · n) dS    for f homogeneous of degree k; p = s(n) + r n, p · n = h(n) + r
 *   dS = (R₁R₂ + r (R₁ + R₂) + r²) dω       R₁, R₂ the radii of curvature of the ellipsoid (Schneider, Convex Bodies,
 *                                           2014, §2.5)
 *
 * with half axes a b c, the support h = |(a, b, c)∘n|, R₁R₂ = (abc / h²)², and the sum of the radii of curvature
 * R₁ + R₂ = (a² + b² + c²)/h − |(a², b², c²)∘n|²/h³. By symmetry one octant is enough. Double exponential quadrature in
 * both angles gathers its nodes at the ends, where needles and plates have their curvature: relative error 1e-9 up to
 * an aspect of 1,000.
 */
import type { UnitBody } from './unitBody.ts';

type Triple = readonly [number, number, number];

/** Volume, and ∫ x² ∫ y² ∫ z². */
export function ellipsoidMoments(axes: Triple, radius: number): Pick<UnitBody, 'volume' | 'squares'> {
  const [a, b, c] = axes;
  if (radius === 0) {
    const volume = (4 / 3) * Math.PI * a * b * c;
    return { volume, squares: axes.map((axis) => (volume * axis * axis) / 5) as unknown as Triple };
  }
  const total = [0, 0, 0, 0];
  for (const polar of ANGLES) {
    for (const around of ANGLES) {
      const n: Triple = [polar.sine * around.cosine, polar.sine * around.sine, polar.cosine];
      addNode(total, axes, radius, n, polar.weight * around.weight * polar.sine);
    }
  }
  const [volume, x, y, z] = total;
  return { volume, squares: [x, y, z] };
}

/** Adds the part of one direction, in all eight octants, to ∫ 1, ∫ x², ∫ y², ∫ z². */
function addNode(total: number[], axes: Triple, radius: number, n: Triple, solid: number): void {
  const h = Math.hypot(axes[0] * n[0], axes[1] * n[1], axes[2] * n[2]);
  // half axes as parts of h: squares and products stay near 1
  const [a, b, c] = axes.map((axis) => axis / h);
  const squares = a * a * n[0] * (a * a * n[0]) + b * b * n[1] * (b * b * n[1]) + c * c * n[2] * (c * c * n[2]);
  const product = h * a * b * c;
  const sum = h * Math.max(a * a + b * b + c * c - squares, 0);
  const area = 8 * solid * (product * product + radius * sum + radius * radius);
  const height = h + radius;
  total[0] += (area * height) / 3;
  for (let k = 0; k < 3; k++) {
    const at = n[k] * (axes[k] * (axes[k] / h) + radius);
    total[1 + k] += (area * height * at * at) / 5;
  }
}

/** Angles in 0 … π/2 with their weights: x = π/2 · 1/(1 + exp(−π sinh t)), in steps of t. */
const ANGLES = /* @__PURE__ */ doubleExponential(0.05, 3.3);

function doubleExponential(step: number, end: number) {
  const count = 2 * Math.round(end / step) + 1;
  return Array.from({ length: count }, (_, k) => {
    const t = step * (k - (count - 1) / 2);
    const up = 1 / (1 + Math.exp(-Math.PI * Math.sinh(t)));
    // not 1 − up, which has no digits near 0
    const down = 1 / (1 + Math.exp(Math.PI * Math.sinh(t)));
    const weight = step * (Math.PI / 2) * Math.PI * Math.cosh(t) * up * down;
    return { sine: Math.sin((Math.PI / 2) * up), cosine: Math.sin((Math.PI / 2) * down), weight };
  });
}
