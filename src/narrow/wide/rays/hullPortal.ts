/**
 * A portal of a hull from a contact face: the triangle of its loop that the line passes through. Its corners are
 * vertices, so the portal is exact; refine.ts finds the face of the hull from it.
 */
import { FACE_COUNT, VERTEX_BEGIN } from '../../../shapes/codes.ts';
import { LOOPS } from '../context.ts';
import { type Int, type Ints, shortsAt } from '../lanes.ts';
import { vertexOf } from '../supports.ts';
import { type Across, areaOf, seenAcross } from './across.ts';
import { GRAZING, noPortal, type Portal, THROUGH } from './portal.ts';

/** The portal on a face, by the triangles from the first corner of its loop. */
export function portalOn(context: Ints, words: Ints, face: Int, across: Across): Portal {
  const loops = shortsAt(context[LOOPS] + 16 * words[VERTEX_BEGIN]);
  const ids = words[FACE_COUNT] + 1;
  const first = ids + loops[face];
  const end = ids + loops[face + 1];
  const a = seenAcross(across, vertexOf(context, words, loops[first]));
  let c = seenAcross(across, vertexOf(context, words, loops[first + 1]));
  for (let k = first + 2; k < end; k += 1) {
    const b = c;
    c = seenAcross(across, vertexOf(context, words, loops[k]));
    const ab = areaOf(a, b);
    const bc = areaOf(b, c);
    const ca = areaOf(c, a);
    // seen along the line, loops of faces through which it enters are clockwise
    if (ab <= 0 && bc <= 0 && ca <= 0 && ab + bc + ca < 0) return { found: THROUGH, a, b: c, c: b };
  }
  return noPortal(GRAZING);
}
