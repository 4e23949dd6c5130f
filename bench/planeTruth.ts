/** Answers about convex polygons of the plane, by the normals of all edges and by all corners. Slow, f64. */

/** Corners x y in the world, counter-clockwise. */
export type Corners = readonly (readonly [number, number])[];
export type Vector2 = readonly [number, number];

/** Signed distance: a gap, or minus the depth. */
export function signedDistance(a: Corners, b: Corners): number {
  const depth = Math.max(
    ...normalsOf(a).map((n) => separation(a, b, n)),
    ...normalsOf(b).map((n) => separation(b, a, n)),
  );
  return depth <= 0 ? depth : Math.min(nearest(a, b), nearest(b, a));
}

/** The first t ≥ 0 at which B, moved by t · motion, touches A. Infinity for none up to 1. */
export function firstContact(a: Corners, b: Corners, [x, y]: Vector2): number {
  let [enter, leave] = [0, 1];
  for (const [core, other, sign] of [
    [a, b, 1],
    [b, a, -1],
  ] as const) {
    for (const n of normalsOf(core)) {
      const gap = separation(core, other, n);
      const speed = sign * (n[0] * x + n[1] * y);
      if (speed < 0) enter = Math.max(enter, -gap / speed);
      else if (speed > 0) leave = Math.min(leave, -gap / speed);
      else if (gap > 0) return Infinity;
    }
  }
  return enter <= leave ? enter : Infinity;
}

/** Where a ray enters the polygon, in lengths of its direction. Infinity for none up to 1. */
export function firstHit(a: Corners, origin: Vector2, direction: Vector2): number {
  return firstContact(a, [origin], direction);
}

function normalsOf(a: Corners): Vector2[] {
  if (a.length === 1) return [];
  return a.map(([x, y], k) => {
    const [nextX, nextY] = a[(k + 1) % a.length];
    const length = Math.hypot(nextX - x, nextY - y);
    return [(nextY - y) / length, (x - nextX) / length];
  });
}

/** How far `other` is beyond `core` along a normal of the core. */
function separation(core: Corners, other: Corners, [nx, ny]: Vector2): number {
  const heights = (corners: Corners) => corners.map(([x, y]) => nx * x + ny * y);
  return Math.min(...heights(other)) - Math.max(...heights(core));
}

/** The distance of the corners of B to the edges of A. */
function nearest(a: Corners, b: Corners): number {
  const all = a.flatMap(([x, y], k) => {
    const [dx, dy] = [a[(k + 1) % a.length][0] - x, a[(k + 1) % a.length][1] - y];
    return b.map(([p, q]) => {
      const part = Math.min(1, Math.max(0, ((p - x) * dx + (q - y) * dy) / (dx * dx + dy * dy)));
      return Math.hypot(p - x - part * dx, q - y - part * dy);
    });
  });
  return Math.min(...all);
}
