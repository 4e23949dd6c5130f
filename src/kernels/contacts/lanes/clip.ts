/** Clips B's face against A's, both projected along the normal: see kernels/contacts/clip.ts. */
import { abs, type Float, floatsAt, type Int, intsAt, max, min, sqrt } from '../../../language/lanes.ts';
import type { Face, Work, Works } from './contactScratch.ts';

// The origin of a corner of the patch, with the number of the corner or edge in its face.
export const CORNER_OF_A = 1;
export const CROSSING = 2;
export const TAG_SHIFT = 16;
/** An edge of the patch that lies on one of A's. */
const ON_A = 0x100;

/**
 * Clips the `countB` corners of B's face against the `countA` edges of A's, into the first of the two works. Returns
 * the number of corners.
 */
export function clip(faceA: Face, countA: Int, faceB: Face, countB: Int, works: Works, wider: Float): Int {
  const first = works[0];
  for (let k: Int = 0; k < countB; k += 1) {
    floatsAt(first.x)[k] = floatsAt(faceB.x)[k];
    floatsAt(first.y)[k] = floatsAt(faceB.y)[k];
    floatsAt(first.height)[k] = floatsAt(faceB.height)[k];
    intsAt(first.tag)[k] = k;
    intsAt(first.edge)[k] = k;
  }
  let count = countB;
  let from: Int = 0;
  for (let edge: Int = 0; edge < countA && count > 0; edge += 1) {
    let next = edge + 1;
    if (next === countA) next = 0;
    count = cut(faceA, edge, next, count, works[from], works[1 - from], wider);
    from = 1 - from;
  }
  if (from === 1) for (let k: Int = 0; k < count; k += 1) copyCorner(works[1], k, first, k);
  return count;
}

function copyCorner(from: Work, k: Int, to: Work, at: Int): void {
  floatsAt(to.x)[at] = floatsAt(from.x)[k];
  floatsAt(to.y)[at] = floatsAt(from.y)[k];
  floatsAt(to.height)[at] = floatsAt(from.height)[k];
  intsAt(to.tag)[at] = intsAt(from.tag)[k];
  intsAt(to.edge)[at] = intsAt(from.edge)[k];
}

function cut(faceA: Face, edge: Int, next: Int, count: Int, from: Work, to: Work, wider: Float): Int {
  const xs = floatsAt(from.x);
  const ys = floatsAt(from.y);
  const x0 = floatsAt(faceA.x)[edge];
  const y0 = floatsAt(faceA.y)[edge];
  const ex = floatsAt(faceA.x)[next] - x0;
  const ey = floatsAt(faceA.y)[next] - y0;
  // corners on the edge are inside; the tolerance shrinks with steep faces, whose heights change fast across it
  const least = -wider * sqrt(ex * ex + ey * ey) * abs(floatsAt(faceA.plane)[2]);
  let written: Int = 0;
  let last = count - 1;
  let inside = ex * (ys[last] - y0) - ey * (xs[last] - x0);
  for (let k: Int = 0; k < count; k += 1) {
    const nextInside = ex * (ys[k] - y0) - ey * (xs[k] - x0);
    if (inside >= least !== nextInside >= least) {
      const t = min(1, max(0, inside / (inside - nextInside)));
      const h = floatsAt(from.height)[last];
      floatsAt(to.x)[written] = xs[last] + t * (xs[k] - xs[last]);
      floatsAt(to.y)[written] = ys[last] + t * (ys[k] - ys[last]);
      floatsAt(to.height)[written] = h + t * (floatsAt(from.height)[k] - h);
      const label = intsAt(from.edge)[last];
      intsAt(to.tag)[written] = tagOf(label, edge);
      intsAt(to.edge)[written] = label;
      if (inside >= least) intsAt(to.edge)[written] = ON_A | edge;
      written += 1;
    }
    if (nextInside >= least) {
      copyCorner(from, k, to, written);
      written += 1;
    }
    inside = nextInside;
    last = k;
  }
  return written;
}

/** The tag of a corner where an edge of the patch crosses edge `edge` of A. */
function tagOf(label: Int, edge: Int): Int {
  if ((label & ON_A) === 0) return (CROSSING << TAG_SHIFT) | (label << 8) | edge;
  // two edges of A meet in the corner where the later one begins; the last one meets the first
  const other = label & 0xff;
  if (other === 0 && edge !== 1) return CORNER_OF_A << TAG_SHIFT;
  return (CORNER_OF_A << TAG_SHIFT) | edge;
}
