/** The mass properties of several bodies that move as one. */
import { principalAxes, turned } from './principalAxes.ts';
import type { UnitBody } from './unitBody.ts';

/** A body in the frame of the whole, and its density as a share of that of the whole. */
export type Share = UnitBody & { readonly share: number };

/** Sums ∫ 1, ∫ x and ∫ x xᵀ about the common center (parallel axes). */
export function combinedBody(bodies: readonly Share[]): UnitBody {
  let volume = 0;
  let mass = 0;
  const first = [0, 0, 0];
  for (const { share, center, ...body } of bodies) {
    volume += body.volume;
    mass += share * body.volume;
    for (let c = 0; c < 3; c++) first[c] += share * body.volume * center[c];
  }
  const center: [number, number, number] = [first[0] / mass, first[1] / mass, first[2] / mass];
  const tensor: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (const body of bodies) {
    const away = [0, 1, 2].map((c) => body.center[c] - center[c]);
    const axes = [turned(body.axes, 1, 0, 0), turned(body.axes, 0, 1, 0), turned(body.axes, 0, 0, 1)];
    const entry = (p: number, q: number): number => {
      let own = body.volume * away[p] * away[q];
      for (let k = 0; k < 3; k++) own += body.squares[k] * axes[k][p] * axes[k][q];
      return body.share * own;
    };
    for (let k = 0; k < 3; k++) {
      tensor[k] += entry(k, k);
      tensor[3 + k] += entry((k + 1) % 3, (k + 2) % 3);
    }
  }
  const { values, axes } = principalAxes(tensor);
  return { volume, mass, center, squares: values, axes };
}
