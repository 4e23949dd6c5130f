/** Nodes and weights of numerical integration on [0, 1]. */

/** Gauss–Legendre with `order` nodes: the zeros of the Legendre polynomial by Newton's method. */
export function gaussNodes(order: number): (readonly [at: number, weight: number])[] {
  return Array.from({ length: order }, (_, k) => {
    let x = Math.cos((Math.PI * (k + 0.75)) / (order + 0.5));
    let slope = 1;
    for (let step = 0; step < 8; step++) {
      let value = 1;
      let before = 0;
      for (let degree = 1; degree <= order; degree++) {
        [value, before] = [((2 * degree - 1) * x * value - (degree - 1) * before) / degree, value];
      }
      slope = (order * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    return [(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)] as const;
  });
}
