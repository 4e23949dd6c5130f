/**
 * A ray against the children of a body: down the tree of its shape as down that of the scene, in the frame of the
 * shape. Each child is a hit of its own. For modes but NEAREST it stops at a hit, and goes on.
 */
import {
  bytesAt,
  type Double,
  type Flag,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
  max,
  wordsAt,
} from '../../../language/lanes.ts';
import { CHILD_FLAGS, FIRST_CHILD, FIRST_VERTEX, IS_FIELD, PART_SOURCE } from '../../../tables/childWords.ts';
import {
  CHILD_HEIGHTS,
  CHILD_MATERIALS,
  CHILD_NODES,
  CHILD_PARTS,
  CHILD_TRIANGLES,
  CHILD_VERTICES,
  COLLIDER_SHAPES,
  RAY_MODE,
  SHAPE_WORDS,
} from '../../../tables/kernelContext.ts';
import { MOST_IN_RUN, SOURCE, TRIANGLE_STRIDE } from '../../../tables/meshWords.ts';
import { PART_ROWS } from '../../../tables/partTable.ts';
import { NEAREST, NODE_BYTES, NODE_WORDS, NONE } from '../../../tables/rayTree.ts';
import { CHILD_HEAD, COMPOUND, CORE, SHAPE_STRIDE } from '../../../tables/shapeWords.ts';
import { writeFieldCorners } from '../../fields/fieldCorners.ts';
import { type FieldPools, loadField } from '../../fields/fieldView.ts';
import { nextCell, startCells } from '../../fields/nextCell.ts';
import { descendWide, startWideRuns } from '../../tree/lanes/descend.ts';
import { isBox, meetBox, passesBox } from '../box.ts';
import { entryTo, writeLine } from '../childLine.ts';
import { keepHit, MISSES, writeChildHit, writeTime } from '../hit.ts';
import { type TrianglePools, writeMeshCorners } from '../meshCorners.ts';
import { placePart, turnPart } from '../partRay.ts';
import { isInReach } from '../ray.ts';
import { meetTriangle } from '../triangle.ts';
import { castOther } from './castOther.ts';
import { isBetter, isHit } from './counted.ts';
import type { RayTables } from './rayTables.ts';
import { LATER, type Line, lineOf, pushEntered, setLimit, startAxes } from './slabs.ts';

/**
 * Starts with the children of the body in `row`, for which `whole` has the ray.
 * @param entry where the ray enters its bounds (m)
 * @returns as resumeChildren
 */
export function castChildren(context: Ints, tables: RayTables, row: Int, entry: Double): Flag {
  const { whole, line, state } = tables;
  line.skipped = entry;
  writeLine(line, whole);
  startAxes(
    tables.childAxes,
    { x: line.origin[0], y: line.origin[1], z: line.origin[2] },
    { x: line.inverse[0], y: line.inverse[1], z: line.inverse[2] },
    line.room,
  );
  state.owner = row;
  state.from[0] = entry / tables.ray.length;
  state.next = 0;
  state.end = 0;
  const head = headOf(context, row);
  const isOfField = isField(context, head);
  if (isOfField) {
    loadField(tables.field, fieldPools(context), NODE_WORDS * head);
    startCells(tables.field, tables.cells);
  } else startWideRuns(tables.childStack);
  return resumeChildren(context, tables);
}

/** Whether the shape with this head is a height field. */
function isField(context: Ints, head: Int): Flag {
  return (wordsAt(context[CHILD_NODES] + NODE_BYTES * head)[CHILD_FLAGS] & IS_FIELD) !== 0;
}

function fieldPools(context: Ints): FieldPools {
  const nodes = context[CHILD_NODES];
  const heights = context[CHILD_HEIGHTS];
  return {
    nodes: wordsAt(nodes),
    reals: floatsAt(nodes),
    heights: floatsAt(heights),
    heightWords: wordsAt(heights),
  };
}

/** What a search of children works with. */
interface ChildSearch {
  readonly context: Ints;
  readonly tables: RayTables;
  readonly line: Line;
}

/** Goes on. @returns whether the last hit ends a search of any, or is the next one of all */
export function resumeChildren(context: Ints, tables: RayTables): Flag {
  const isHeld = testRun(context, tables);
  if (isHeld) return true;
  const isOfField = isField(context, headOf(context, tables.state.owner));
  if (isOfField) {
    const isStopped = resumeCells(context, tables);
    if (isStopped) return true;
    tables.state.owner = NONE;
    return false;
  }
  const line = lineOf(tables.childStack, tables.childAxes, limitOf(tables));
  const search: ChildSearch = { context, tables, line };
  const head = headOf(context, tables.state.owner);
  const nodes = context[CHILD_NODES] + NODE_BYTES * (head + 1);
  const stop = descendWide(nodes, tables.childStack, search, lastKeyOf, open, isEnough);
  if (stop >= 0) return true;
  tables.state.owner = NONE;
  return false;
}

/** Goes on through a height field. @returns as resumeChildren */
function resumeCells(context: Ints, tables: RayTables): Flag {
  const { field, cells, line, best, state } = tables;
  const pools = fieldPools(context);
  while (true) {
    const limit = best.end - line.skipped + line.room;
    const cell = nextCell(field, pools, cells, line, limit, entryTo);
    if (cell < 0) return false;
    state.next = 2 * cell;
    state.end = 2 * cell + 2;
    const isHeld = testRun(context, tables);
    if (isHeld) return true;
  }
}

/** The head of the shape of a body, in nodes. */
function headOf(context: Ints, row: Int): Int {
  return wordsAt(context[SHAPE_WORDS])[wordOf(context, row) + CHILD_HEAD];
}

/** The first word of the shape of a body. */
function wordOf(context: Ints, row: Int): Int {
  return SHAPE_STRIDE * wordsAt(context[COLLIDER_SHAPES])[row];
}

function lastKeyOf(search: ChildSearch): Int {
  return search.line.lastKey;
}

function open(search: ChildSearch, node: Int, top: Int): Int {
  return pushEntered(search.line, node, top);
}

/** The end of the ray in f32, along the line. */
function limitOf(tables: RayTables): Float {
  return float((tables.best.end - tables.line.skipped + tables.line.room) * LATER);
}

/** Tests a run of children: four times its first one, and their number less one. */
function isEnough(search: ChildSearch, run: Int): Flag {
  const { context, tables, line } = search;
  const first = run >> 2;
  tables.state.next = first;
  tables.state.end = first + (run & (MOST_IN_RUN - 1)) + 1;
  const isHeld = testRun(context, tables);
  setLimit(line, limitOf(tables));
  return isHeld;
}

/** Tests what is left of the last run. @returns as resumeChildren */
function testRun(context: Ints, tables: RayTables): Flag {
  const { state, line } = tables;
  const word = wordOf(context, state.owner);
  const isCompound = wordsAt(context[SHAPE_WORDS])[word + CORE] === COMPOUND;
  const head = wordsAt(context[CHILD_NODES] + NODE_BYTES * headOf(context, state.owner));
  const first = head[FIRST_CHILD];
  const flags = head[CHILD_FLAGS];
  while (state.next < state.end) {
    const child = first + state.next;
    let isBest: Flag = false;
    if (isCompound) isBest = testPart(context, tables, child);
    else if ((flags & IS_FIELD) !== 0) {
      const number = state.next;
      writeFieldCorners(line.corners, tables.field, floatsAt(context[CHILD_HEIGHTS]), number);
      isBest = testTriangle(context, tables, number, 0, flags);
    } else {
      const pools: TrianglePools = {
        triangles: wordsAt(context[CHILD_TRIANGLES]),
        vertices: floatsAt(context[CHILD_VERTICES]),
      };
      writeMeshCorners(line.corners, pools, child, head[FIRST_VERTEX]);
      const source = pools.triangles[TRIANGLE_STRIDE * child + SOURCE];
      isBest = testTriangle(context, tables, source, bytesAt(context[CHILD_MATERIALS])[child], flags);
    }
    state.next += 1;
    if (isBest && context[RAY_MODE] !== NEAREST) return true;
  }
  return false;
}

/**
 * Tests the triangle with the corners in `line`.
 * @param source the user's number @returns whether it is the best hit so far, which is kept
 */
function testTriangle(context: Ints, tables: RayTables, source: Int, material: Int, flags: Int): Flag {
  const { whole, hit, best, ray, state } = tables;
  const code = meetTriangle(whole, tables.line, flags);
  if (!isHit(context, code)) return false;
  writeTime(hit, ray, whole, code);
  if (!isInReach(ray, hit.t)) return false;
  hit.t = max(state.from[0], hit.t);
  if (!isBetter(context, best, hit.t, state.owner, source)) return false;
  writeChildHit(hit, whole, code, source, material);
  keepHit(best, ray, hit, code, state.owner);
  return true;
}

/** @param child in the pool of parts @returns whether it is the best hit so far, which is kept */
function testPart(context: Ints, tables: RayTables, child: Int): Flag {
  const { body, whole, hit, best, ray, state } = tables;
  const rows = context[CHILD_PARTS];
  const parts = { words: wordsAt(rows), reals: floatsAt(rows) };
  const word = PART_ROWS * SHAPE_STRIDE * child;
  placePart(body, whole, parts, word);
  const isNear = passesBox(body, parts, word, best);
  if (!isNear) return false;
  let code: Int = MISSES;
  if (isBox(parts, word, body)) code = meetBox(body);
  else code = castOther(context, tables, rows, word);
  if (!isHit(context, code)) return false;
  writeTime(hit, ray, body, code);
  if (!isInReach(ray, hit.t)) return false;
  hit.t = max(state.from[0], hit.t);
  const source = parts.words[word + SHAPE_STRIDE + PART_SOURCE];
  if (!isBetter(context, best, hit.t, state.owner, source)) return false;
  turnPart(body, whole);
  writeChildHit(hit, body, code, source, 0);
  keepHit(best, ray, hit, code, state.owner);
  return true;
}
