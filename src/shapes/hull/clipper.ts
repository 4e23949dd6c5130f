/** Clips convex polygons in the plane by half-planes, one after the other, in reused memory. */
export class Clipper {
  /** u v pairs; the first `count` of them are corners. */
  points = new Float64Array(64);
  count = 0;
  /**
   * a b c of the half-plane a u + b v + c ≥ 0 that `clip` keeps. As arguments of a call the numbers would be heap
   * objects.
   */
  readonly line = new Float64Array(3);
  #spare = new Float64Array(64);

  /** Sets the polygon to the triangle with a right angle at (low, low) and sides to `high`. */
  setTriangle(low: number, high: number): void {
    this.points.fill(low, 0, 6);
    this.points[2] = high;
    this.points[5] = high;
    this.count = 3;
  }

  /** Clips the polygon to the half-plane `line` (Sutherland and Hodgman, 1974). */
  clip(): void {
    const { points, count } = this;
    // with rounding a line can cross the polygon more than twice
    if (this.#spare.length < 4 * count) this.#spare = new Float64Array(8 * count);
    const kept = this.#spare;
    const a = this.line[0];
    const b = this.line[1];
    const c = this.line[2];
    let end = 0;
    let s0 = count > 0 ? points[2 * count - 2] : 0;
    let t0 = count > 0 ? points[2 * count - 1] : 0;
    let from = a * s0 + b * t0 + c;
    for (let k = 0; k < 2 * count; k += 2) {
      const s1 = points[k];
      const t1 = points[k + 1];
      const to = a * s1 + b * t1 + c;
      if (from < 0 !== to < 0) {
        const part = from / (from - to);
        kept[end++] = s0 + part * (s1 - s0);
        kept[end++] = t0 + part * (t1 - t0);
      }
      if (!(to < 0)) {
        kept[end++] = s1;
        kept[end++] = t1;
      }
      s0 = s1;
      t0 = t1;
      from = to;
    }
    this.#spare = this.points;
    this.points = kept;
    this.count = end / 2;
  }

  /**
   * Writes the lowest and the highest u of the part where v + range[0] ≥ 0 and range[1] − v ≥ 0 to `range`; +∞ and −∞
   * if it is empty. The same sums as two calls of `clip`: the second line cuts the rest of each edge after the first.
   */
  rangeBetween(range: Float64Array): void {
    const { points, count } = this;
    const lower = range[0];
    const upper = range[1];
    let low = Infinity;
    let high = -Infinity;
    let s0 = points[2 * count - 2];
    let t0 = points[2 * count - 1];
    for (let k = 0; k < 2 * count; k += 2) {
      const s1 = points[k];
      const t1 = points[k + 1];
      // part of the edge inside the first line
      let s = s0;
      let t = t0;
      let sEnd = s1;
      let tEnd = t1;
      const from = t0 + lower;
      const to = t1 + lower;
      s0 = s1;
      t0 = t1;
      if (from < 0 !== to < 0) {
        const part = from / (from - to);
        const sCut = s + part * (s1 - s);
        const tCut = t + part * (t1 - t);
        if (from < 0) {
          s = sCut;
          t = tCut;
        } else {
          sEnd = sCut;
          tEnd = tCut;
        }
      } else if (to < 0) continue;
      // part of that inside the second line
      const above = upper - t;
      const aboveEnd = upper - tEnd;
      if (above < 0 !== aboveEnd < 0) {
        const cut = s + (above / (above - aboveEnd)) * (sEnd - s);
        if (cut < low) low = cut;
        if (cut > high) high = cut;
      }
      if (!(above < 0)) {
        if (s < low) low = s;
        if (s > high) high = s;
      }
      if (!(aboveEnd < 0)) {
        if (sEnd < low) low = sEnd;
        if (sEnd > high) high = sEnd;
      }
    }
    range[0] = low;
    range[1] = high;
  }

  /** Lowest u (offset 0) or v (offset 1) of a corner. */
  low(offset: 0 | 1): number {
    const { points, count } = this;
    let low = points[offset];
    for (let k = offset + 2; k < 2 * count; k += 2) if (points[k] < low) low = points[k];
    return low;
  }

  /** Highest u (offset 0) or v (offset 1) of a corner. */
  high(offset: 0 | 1): number {
    const { points, count } = this;
    let high = points[offset];
    for (let k = offset + 2; k < 2 * count; k += 2) if (points[k] > high) high = points[k];
    return high;
  }
}
