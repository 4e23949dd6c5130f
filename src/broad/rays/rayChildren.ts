/**
 * A ray against the children of a body: those whose boxes it enters, the nearest first. Each is a hit of its own.
 *
 *   reads    children, shapes; scratch.numbers.ray and entry
 *   writes   what searchRay.ts does
 */

import { beginSearch } from '../../kernels/children/childSearch.ts';
import { writeFieldCorners } from '../../kernels/fields/fieldCorners.ts';
import { writeLine } from '../../kernels/rays/childLine.ts';
import { MISSES, writeChildHit, writeTime } from '../../kernels/rays/hit.ts';
import { placeRay } from '../../kernels/rays/localRay.ts';
import { writeMeshCorners } from '../../kernels/rays/meshCorners.ts';
import { nextOnLine } from '../../kernels/rays/nextOnLine.ts';
import { placePart, turnPart } from '../../kernels/rays/partRay.ts';
import { isInReach } from '../../kernels/rays/ray.ts';
import { castConvex } from '../../kernels/rays/rayBody.ts';
import { meetTriangle } from '../../kernels/rays/triangle.ts';
import { CHILD_FLAGS, FIRST_CHILD, FIRST_VERTEX, PART_SOURCE } from '../../tables/childWords.ts';
import { SOURCE, TRIANGLE_STRIDE } from '../../tables/meshWords.ts';
import { PART_ROWS } from '../../tables/partTable.ts';
import { ANY, NODE_WORDS, NONE } from '../../tables/rayTree.ts';
import { CHILD_HEAD, COMPOUND, CORE, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import type { RayScratch, RayView } from './rayScratch.ts';
import { delayHit, isLeftOut, isTaken, takeHit } from './takeHit.ts';

/**
 * Tests the children of the body in `row`, whose bounds the ray enters at numbers.entry (m).
 * @param result of the search so far @returns the new one
 */
export function testChildren(view: RayView, scratch: RayScratch, row: number, result: number): number {
  const { numbers, geometry, search } = scratch;
  const { ray, whole, line, best } = numbers;
  const { children, colliders } = view;
  const { words } = geometry.shapes;
  const word = SHAPE_STRIDE * colliders.shapes[row];
  const node = words[word + CHILD_HEAD];
  const head = NODE_WORDS * node;
  const isCompound = words[word + CORE] === COMPOUND;
  placeRay(whole, ray, colliders, row, geometry.shapes, word);
  line.skipped = numbers.entry;
  writeLine(line, whole);
  beginSearch(search, children, node);
  let found = result;
  while (view.mode !== ANY || found === NONE) {
    line.limit = best.end - line.skipped + line.room;
    if (!nextOnLine(search, children, line)) break;
    const first = search.isField === 1 ? search.first : children.nodes[head + FIRST_CHILD] + search.first;
    for (let child = first; child < first + search.count; child++) {
      if (isCompound) {
        found = testPart(view, scratch, row, child, found);
        continue;
      }
      if (search.isField === 1) writeFieldCorners(line.corners, search.field, children.heights, child);
      else writeMeshCorners(line.corners, children, child, children.nodes[head + FIRST_VERTEX]);
      found = testTriangle(view, scratch, row, head, child, found);
    }
  }
  return found;
}

/** Tests the triangle with the corners in `line`. @param child in the pool of triangles, or of a height field */
function testTriangle(
  view: RayView,
  scratch: RayScratch,
  row: number,
  head: number,
  child: number,
  result: number,
): number {
  const { numbers, search } = scratch;
  const { nodes, triangles, materials } = view.children;
  const { hit, whole } = numbers;
  const isField = search.isField === 1;
  const code = meetTriangle(whole, numbers.line, nodes[head + CHILD_FLAGS]);
  if (isLeftOut(view, code)) return result;
  writeTime(hit, numbers.ray, whole, code);
  if (!isInReach(numbers.ray, hit.t)) return result;
  delayHit(view, numbers, code);
  const source = isField ? child : triangles[TRIANGLE_STRIDE * child + SOURCE];
  if (!isTaken(view, numbers, row, source)) return result;
  writeChildHit(hit, whole, code, source, isField ? 0 : materials[child]);
  return takeHit(view, scratch, row, code, result);
}

/** @param child in the pool of parts */
function testPart(view: RayView, scratch: RayScratch, row: number, child: number, result: number): number {
  const { numbers, partGeometry } = scratch;
  const { parts } = view.children;
  const { hit, body, whole, best } = numbers;
  const word = PART_ROWS * SHAPE_STRIDE * child;
  placePart(body, whole, parts, word);
  const code = castConvex(body, partGeometry, word, best);
  if (code === MISSES || isLeftOut(view, code)) return result;
  writeTime(hit, numbers.ray, body, code);
  if (!isInReach(numbers.ray, hit.t)) return result;
  delayHit(view, numbers, code);
  const source = parts.words[word + SHAPE_STRIDE + PART_SOURCE];
  if (!isTaken(view, numbers, row, source)) return result;
  turnPart(body, whole);
  writeChildHit(hit, body, code, source, 0);
  return takeHit(view, scratch, row, code, result);
}
