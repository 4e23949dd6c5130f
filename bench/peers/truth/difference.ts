/** The Minkowski difference of a pair, of which gap and depth are the distance from the origin. */
import type { Vec } from '../../vectors.ts';
import type { Support } from '../../workloadShapes.ts';

/** A − B as a support function; world axes, A's position the origin. */
export class Difference {
  readonly a: Support;
  readonly b: Support;
  readonly offset: readonly number[];

  constructor(a: Support, b: Support, offset: readonly number[]) {
    this.a = a;
    this.b = b;
    this.offset = offset;
  }

  support(x: number, y: number, z: number): Vec {
    const s = this.a(x, y, z);
    const t = this.b(-x, -y, -z);
    const { offset } = this;
    return [s[0] - (t[0] + offset[0]), s[1] - (t[1] + offset[1]), s[2] - (t[2] + offset[2])];
  }
}
