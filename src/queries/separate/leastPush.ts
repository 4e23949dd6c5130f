/**
 * The shortest vector x with n·x ≥ b for a few planes. It takes plane after plane. If the shortest vector for the
 * planes before violates the next one, the new shortest vector lies on that plane, because the problem is convex. It
 * lies on at most two of those before. All of these sets are tried.
 *
 *   reads   planes: n (unit) and b (m), four numbers per plane
 *   writes  x[0 … 2]
 *   returns whether there is a solution
 *
 * Method: incremental, as Seidel, Small-dimensional linear programming and convex hulls made easy, 1991.
 */

/** A plane counts as satisfied within this part of the largest |b|. */
const SATISFIED = 1e-9;
/** Planes are parallel if the squared sine between them is below this. */
const PARALLEL = 1e-10;
/** The same for three planes: the volume that their normals span. */
const FLAT = 1e-7;

/** The state of a search: the candidate x y z, and the squared length of the best x. */
const state = /* @__PURE__ */ new Float64Array(4);

export function leastPush(x: Float64Array, planes: Float64Array, count: number): boolean {
  let most = 0;
  for (let k = 0; k < count; k++) most = Math.max(most, Math.abs(planes[4 * k + 3]));
  const slack = SATISFIED * most;
  x.fill(0, 0, 3);
  for (let k = 0; k < count; k++) {
    const at = 4 * k;
    const reach = planes[at] * x[0] + planes[at + 1] * x[1] + planes[at + 2] * x[2];
    if (reach >= planes[at + 3] - slack) continue;
    state[3] = Infinity;
    for (let c = 0; c < 3; c++) state[c] = planes[at + 3] * planes[at + c];
    keep(x, planes, k, slack);
    for (let i = 0; i < at; i += 4) tryTwo(x, planes, k, slack, i, at);
    for (let i = 0; i < at; i += 4) for (let j = i + 4; j < at; j += 4) tryThree(x, planes, k, slack, i, j, at);
    if (state[3] === Infinity) return false;
  }
  return true;
}

/** Tries the point nearest to the origin on two planes. */
function tryTwo(x: Float64Array, planes: Float64Array, count: number, slack: number, i: number, j: number): void {
  const dot = planes[i] * planes[j] + planes[i + 1] * planes[j + 1] + planes[i + 2] * planes[j + 2];
  const sine2 = 1 - dot * dot;
  if (!(sine2 > PARALLEL)) return;
  const p = (planes[i + 3] - dot * planes[j + 3]) / sine2;
  const q = (planes[j + 3] - dot * planes[i + 3]) / sine2;
  // the shortest solution presses against both
  if (p < 0 || q < 0) return;
  for (let c = 0; c < 3; c++) state[c] = p * planes[i + c] + q * planes[j + c];
  keep(x, planes, count, slack);
}

/** Tries the point on three planes. */
function tryThree(
  x: Float64Array,
  planes: Float64Array,
  count: number,
  slack: number,
  i: number,
  j: number,
  k: number,
): void {
  let volume = 0;
  for (let c = 0; c < 3; c++) volume += planes[i + c] * crossOf(planes, j, k, c);
  if (!(Math.abs(volume) > FLAT)) return;
  for (let c = 0; c < 3; c++) {
    state[c] =
      (planes[i + 3] * crossOf(planes, j, k, c) +
        planes[j + 3] * crossOf(planes, k, i, c) +
        planes[k + 3] * crossOf(planes, i, j, c)) /
      volume;
  }
  keep(x, planes, count, slack);
}

/** Component `c` of the cross product of two normals. */
function crossOf(planes: Float64Array, i: number, j: number, c: number): number {
  const d = c === 2 ? 0 : c + 1;
  const e = c === 0 ? 2 : c - 1;
  return planes[i + d] * planes[j + e] - planes[i + e] * planes[j + d];
}

/** Keeps the candidate if it is the shortest so far, and satisfies the first `count` planes. */
function keep(x: Float64Array, planes: Float64Array, count: number, slack: number): void {
  const length2 = state[0] * state[0] + state[1] * state[1] + state[2] * state[2];
  if (!(length2 < state[3])) return;
  for (let k = 0; k < 4 * count; k += 4) {
    const reach = planes[k] * state[0] + planes[k + 1] * state[1] + planes[k + 2] * state[2];
    if (!(reach >= planes[k + 3] - slack)) return;
  }
  state[3] = length2;
  for (let c = 0; c < 3; c++) x[c] = state[c];
}
