/**
 * Rows of a pair list by the fast path: from poses to answers in one function, in local variables. Numbers that pass
 * through typed arrays between functions cost more than the arithmetic: docs/lab/scalar-kernel.md.
 *
 * Gathers two poses, relates them, asks the separating axes (boxes), runs GJK on the cores, writes the answer. An answer
 * counts only with a proof: the bounds have met, or the origin lies well inside a tetrahedron of some volume. What has none,
 * and penetration that is to be measured, goes to `exactDistance`.
 *
 *   reads   pairs.ids, colliders, shapes, question
 *   writes  results.status; results.separation, .offsetA, .offsetB for a distance; question.to
 *
 * The simplex is p, q, r and the newest point w. The sub-distance problem is solved by Gram determinants seen from w, which
 * costs little and loses accuracy on slivers: that is what the proof is for.
 *
 * Methods: Gilbert, Johnson, Keerthi 1988; the gains of the faces are Johnson's sub-determinants, newest vertex first.
 * Separating axes: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §4.4.1.
 */
import { SIMPLEX_STRIDE, Status, UNUSED } from '../../queries/distance/table.ts';
import { ROWS, type SceneCounts, SHAPES } from '../../scene/countTable.ts';
import { scan, scanCell } from '../../shapes/cores/vertices.ts';
import {
  BOX,
  CELL_BEGIN,
  CELL_GRID,
  CORE,
  EXTENT,
  HALF_X,
  HALF_Y,
  HALF_Z,
  RADIUS,
  SHAPE_STRIDE,
  SMOOTH,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../../shapes/shapeTable.ts';
import { PARALLEL } from './boxes/axes.ts';
import { exactDistance, F32_ROUNDING, F64_ROUNDING } from './exactDistance.ts';
import {
  BEYOND,
  CLOSED,
  CONTAINED,
  CONVERGED,
  MAX_FAST_STEPS,
  PROVEN,
  startFromSimplex,
  TOUCHING,
  UNPROVEN,
  WITHIN,
} from './gjk/gjk.ts';
import { invalidRow, passSimplex } from './invalidRow.ts';
import type { DistanceParams, Poses, ResultColumns } from './queryParams.ts';
import {
  BOUND,
  COUNT,
  DIR,
  DISTANCE,
  END,
  FAR,
  type Geometry,
  ID_A,
  ID_B,
  NEAR2,
  NORMAL,
  ROT,
  type ScalarScratch,
  SHIFT,
  SIZE,
  STEPS,
  V,
  VV,
  WEIGHT,
  WITNESS,
  Y,
} from './scratch.ts';
import { pointOf } from './support.ts';

// Signs are `+(x < 0) | 0`: V8 makes a branch of `?:`, and a sign is as good as random here. Not by a function: one that few of
// the calls of distanceRows come to, which are of one row each where a wide kernel leaves single rows, is not inlined, and V8
// allocates for the double that crosses.

/** Poses of so many rows are asked for at once. */
const FETCH_ROWS = 32;
/** The origin is inside a tetrahedron if each of its weights is at least this… */
const INSIDE_WEIGHT = 1e-9;
/** …and the squared volume is this part of the squared edges. */
const VOLUME = 1e-16;

/**
 * Answers rows [begin, end) of a pair list. Allocates nothing, throws nothing, writes no row outside the range; a row's
 * answer depends on that row alone.
 *
 * `geometryA` and `geometryB` are the same in an engine; `hullstorm/pair` keeps one for each shape.
 */
export function distanceRows(
  answers: ResultColumns,
  ids: Uint32Array,
  poses: Poses,
  counts: SceneCounts,
  geometryA: Geometry,
  geometryB: Geometry,
  workbench: ScalarScratch,
  question: DistanceParams,
  begin: number,
  end: number,
): void {
  const { status, separation, offsetA, offsetB } = answers;
  const { positions, rotations, shapes } = poses;
  const { flags, depth, from, to } = question;
  const limit = question.limit[0];
  const rows = counts[ROWS];
  const shapeCount = counts[SHAPES];
  const { f, i } = workbench.scratch;
  const wordsA = geometryA.shapes.words;
  const wordsB = geometryB.shapes.words;
  const realsA = geometryA.shapes.reals;
  const realsB = geometryB.shapes.reals;
  const coordinatesA = geometryA.vertices.coordinates;
  const coordinatesB = geometryB.vertices.coordinates;
  const poolA = geometryA.vertices.cells;
  const poolB = geometryB.vertices.cells;

  let fetched = begin;
  if (begin >= end) return;
  let pair = begin;
  // The test is at the end, because a wide kernel leaves rows one by one: then no loop is taken. V8 compiles a loop that runs as it runs
  // (on-stack replacement), and code that it has compiled so is entered at the end of the first row alone, for good.
  do {
    if (pair === fetched) {
      // all cache misses of the next rows at once
      fetched = Math.min(end, pair + FETCH_ROWS);
      let sum = 0;
      for (let k = 2 * pair; k < 2 * fetched; k++) {
        const id = ids[k];
        if (id < rows) sum += positions[4 * id] + rotations[4 * id];
      }
      f[DIR] = sum;
    }

    const first = ids[2 * pair];
    const second = ids[2 * pair + 1];
    // the smaller id is A, so that (a, b) and (b, a) give the same bits; by masks, a branch would be as good as random
    const swapped = -(((first > second) as unknown as number) | 0);
    const a = first ^ ((first ^ second) & swapped);
    const b = second ^ ((first ^ second) & swapped);
    // NO_SHAPE, the mark of a removed row, is larger than any count
    const known = first < rows && second < rows && shapes[a] < shapeCount && shapes[b] < shapeCount;
    if (!known || a === b) {
      invalidRow(answers, question, pair);
      continue;
    }

    // ---- the poses, related: rotation B → A (r), position of B in frame A (t); relative.ts says how --------------------
    const shapeA = shapes[a];
    const shapeB = shapes[b];
    const wordA = shapeA * SHAPE_STRIDE;
    const wordB = shapeB * SHAPE_STRIDE;
    const p = 4 * a;
    const q = 4 * b;
    const ax = rotations[p];
    const ay = rotations[p + 1];
    const az = rotations[p + 2];
    const aw = rotations[p + 3];
    const bqx = rotations[q];
    const bqy = rotations[q + 1];
    const bqz = rotations[q + 2];
    const bqw = rotations[q + 3];
    const ox = positions[q] - positions[p];
    const oy = positions[q + 1] - positions[p + 1];
    const oz = positions[q + 2] - positions[p + 2];
    const x = aw * bqx - ax * bqw - ay * bqz + az * bqy;
    const y = aw * bqy - ay * bqw - az * bqx + ax * bqz;
    const z = aw * bqz - az * bqw - ax * bqy + ay * bqx;
    const w = aw * bqw + ax * bqx + ay * bqy + az * bqz;
    const sa = 2 / (ax * ax + ay * ay + az * az + aw * aw);
    const s = 2 / (x * x + y * y + z * z + w * w);
    if (!(sa + s + ox * ox + oy * oy + oz * oz < Infinity && sa > 0 && s > 0)) {
      invalidRow(answers, question, pair);
      continue;
    }
    const xs = s * x;
    const ys = s * y;
    const zs = s * z;
    const r00 = 1 - ys * y - zs * z;
    const r01 = xs * y - zs * w;
    const r02 = xs * z + ys * w;
    const r10 = xs * y + zs * w;
    const r11 = 1 - xs * x - zs * z;
    const r12 = ys * z - xs * w;
    const r20 = xs * z - ys * w;
    const r21 = ys * z + xs * w;
    const r22 = 1 - xs * x - ys * y;
    const hx = sa * (ay * oz - az * oy);
    const hy = sa * (az * ox - ax * oz);
    const hz = sa * (ax * oy - ay * ox);
    const tx = ox - aw * hx + (ay * hz - az * hy);
    const ty = oy - aw * hy + (az * hx - ax * hz);
    const tz = oz - aw * hz + (ax * hy - ay * hx);

    const ahx = realsA[wordA + HALF_X];
    const ahy = realsA[wordA + HALF_Y];
    const ahz = realsA[wordA + HALF_Z];
    const bhx = realsB[wordB + HALF_X];
    const bhy = realsB[wordB + HALF_Y];
    const bhz = realsB[wordB + HALF_Z];
    const size = realsA[wordA + EXTENT] + realsB[wordB + EXTENT];
    const radiusA = realsA[wordA + RADIUS];
    const radii = radiusA + realsB[wordB + RADIUS];
    const boxA = wordsA[wordA + CORE] === BOX;
    const boxB = wordsB[wordB + CORE] === BOX;
    const isSmooth = ((wordsA[wordA + CORE] | wordsB[wordB + CORE]) & SMOOTH) !== 0;
    const at = SIMPLEX_STRIDE * pair;
    const out = 4 * pair;
    const cold = from[at] === UNUSED;

    let ending = UNPROVEN;
    let count = 0;
    let idP = -1;
    let idQ = -1;
    let idR = -1;
    let idS = -1;
    // the answer for the cores: unit normal A → B, distance, how much less it can be, the witness on A
    let nx = 0;
    let ny = 0;
    let nz = 0;
    let length = 0;
    let width = 0;
    let ux = 0;
    let uy = 0;
    let uz = 0;

    // ---- two boxes: their axes tell whether they overlap, and often the distance, for less than a simplex ---------------
    if (boxA && boxB && (flags || cold)) {
      const s00 = Math.abs(r00);
      const s01 = Math.abs(r01);
      const s02 = Math.abs(r02);
      const s10 = Math.abs(r10);
      const s11 = Math.abs(r11);
      const s12 = Math.abs(r12);
      const s20 = Math.abs(r20);
      const s21 = Math.abs(r21);
      const s22 = Math.abs(r22);
      // the first face that separates them, as a bit of `faceA` or `faceB`
      let faceA = 0;
      let faceB = 0;
      let along = tx;
      let gap = Math.abs(tx) - (ahx + bhx * s00 + bhy * s01 + bhz * s02);
      if (gap > 0) {
        faceA = 1;
        nx = 1;
      } else {
        along = ty;
        gap = Math.abs(ty) - (ahy + bhx * s10 + bhy * s11 + bhz * s12);
        if (gap > 0) {
          faceA = 2;
          ny = 1;
        } else {
          along = tz;
          gap = Math.abs(tz) - (ahz + bhx * s20 + bhy * s21 + bhz * s22);
          if (gap > 0) {
            faceA = 4;
            nz = 1;
          } else {
            along = tx * r00 + ty * r10 + tz * r20;
            gap = Math.abs(along) - (bhx + ahx * s00 + ahy * s10 + ahz * s20);
            if (gap > 0) {
              faceB = 1;
              nx = r00;
              ny = r10;
              nz = r20;
            } else {
              along = tx * r01 + ty * r11 + tz * r21;
              gap = Math.abs(along) - (bhy + ahx * s01 + ahy * s11 + ahz * s21);
              if (gap > 0) {
                faceB = 2;
                nx = r01;
                ny = r11;
                nz = r21;
              } else {
                along = tx * r02 + ty * r12 + tz * r22;
                gap = Math.abs(along) - (bhz + ahx * s02 + ahy * s12 + ahz * s22);
                if (gap > 0) {
                  faceB = 4;
                  nx = r02;
                  ny = r12;
                  nz = r22;
                }
              }
            }
          }
        }
      }
      const long = 1 - PARALLEL;
      const apart =
        gap > 0 ||
        (s00 < long && Math.abs(tz * r10 - ty * r20) > ahy * s20 + ahz * s10 + bhy * s02 + bhz * s01) ||
        (s01 < long && Math.abs(tz * r11 - ty * r21) > ahy * s21 + ahz * s11 + bhx * s02 + bhz * s00) ||
        (s02 < long && Math.abs(tz * r12 - ty * r22) > ahy * s22 + ahz * s12 + bhx * s01 + bhy * s00) ||
        (s10 < long && Math.abs(tx * r20 - tz * r00) > ahx * s20 + ahz * s00 + bhy * s12 + bhz * s11) ||
        (s11 < long && Math.abs(tx * r21 - tz * r01) > ahx * s21 + ahz * s01 + bhx * s12 + bhz * s10) ||
        (s12 < long && Math.abs(tx * r22 - tz * r02) > ahx * s22 + ahz * s02 + bhx * s11 + bhy * s10) ||
        (s20 < long && Math.abs(ty * r00 - tx * r10) > ahx * s10 + ahy * s00 + bhy * s22 + bhz * s21) ||
        (s21 < long && Math.abs(ty * r01 - tx * r11) > ahx * s11 + ahy * s01 + bhx * s22 + bhz * s20) ||
        (s22 < long && Math.abs(ty * r02 - tx * r12) > ahx * s12 + ahy * s02 + bhx * s21 + bhy * s20);
      if (flags && (radii === 0 || !apart)) {
        status[pair] = apart ? Status.Separated : Status.Overlapping;
        passSimplex(to, from, pair);
        continue;
      }
      if (!apart) ending = CONTAINED;
      else if (gap > 0 && !flags) {
        // The nearest corner of the other box, along the normal of that face. If its foot lies on the face, that is the
        // distance: no point is nearer than the plane of the face, and the corner is no farther.
        const sign = 1 - 2 * (+(along < 0) | 0);
        nx *= sign;
        ny *= sign;
        nz *= sign;
        let cx = ahx * (1 - 2 * (+(nx < 0) | 0));
        let cy = ahy * (1 - 2 * (+(ny < 0) | 0));
        let cz = ahz * (1 - 2 * (+(nz < 0) | 0));
        let id = +(nx < 0) | 0 | ((+(ny < 0) | 0) << 1) | ((+(nz < 0) | 0) << 2);
        let reachX = bhx;
        let reachY = bhy;
        let reachZ = bhz;
        if (faceB !== 0) {
          // the corner of A, seen from B
          ux = cx;
          uy = cy;
          uz = cz;
          const dx = cx - tx;
          const dy = cy - ty;
          const dz = cz - tz;
          cx = r00 * dx + r10 * dy + r20 * dz;
          cy = r01 * dx + r11 * dy + r21 * dz;
          cz = r02 * dx + r12 * dy + r22 * dz;
        } else {
          // the corner of B, seen from A
          const sx = +(-(r00 * nx + r10 * ny + r20 * nz) < 0) | 0;
          const sy = +(-(r01 * nx + r11 * ny + r21 * nz) < 0) | 0;
          const sz = +(-(r02 * nx + r12 * ny + r22 * nz) < 0) | 0;
          const bx = bhx * (1 - 2 * sx);
          const by = bhy * (1 - 2 * sy);
          const bz = bhz * (1 - 2 * sz);
          cx = tx + r00 * bx + r01 * by + r02 * bz;
          cy = ty + r10 * bx + r11 * by + r12 * bz;
          cz = tz + r20 * bx + r21 * by + r22 * bz;
          id = sx | (sy << 1) | (sz << 2);
          reachX = ahx;
          reachY = ahy;
          reachZ = ahz;
          ux = cx - gap * nx;
          uy = cy - gap * ny;
          uz = cz - gap * nz;
        }
        const beyond =
          +(reachX - Math.abs(cx) < 0) |
          0 |
          ((+(reachY - Math.abs(cy) < 0) | 0) << 1) |
          ((+(reachZ - Math.abs(cz) < 0) | 0) << 2);
        if (beyond === (faceA | faceB)) {
          ending = gap > limit + radii ? BEYOND : CONVERGED;
          length = gap;
          width = ending === BEYOND ? Infinity : 0;
          count = 3;
          // the corner of the face that is nearest to the foot, and the two next to it: the foot lies between them
          const corner = +(cx < 0) | 0 | ((+(cy < 0) | 0) << 1) | ((+(cz < 0) | 0) << 2);
          const rest = 7 ^ beyond;
          const low = rest & -rest;
          const ofFace = faceA === 0 ? 16 : 0;
          id <<= 16 - ofFace;
          idP = id | (corner << ofFace);
          idQ = id | ((corner ^ low) << ofFace);
          idR = id | ((corner ^ low ^ rest) << ofFace);
        }
      }
    }

    // ---- GJK ------------------------------------------------------------------------------------------------------------
    let vx = tx;
    let vy = ty;
    let vz = tz;
    let vv = Infinity; // the first direction is only a guess
    let vw = 0;
    let px = 0;
    let py = 0;
    let pz = 0;
    let qx = 0;
    let qy = 0;
    let qz = 0;
    let rx = 0;
    let ry = 0;
    let rz = 0;
    let weightP = 1;
    let weightQ = 0;
    let weightR = 0;
    if (ending === UNPROVEN && !isSmooth) {
      let xA = 0;
      let rowsA = 0;
      let gridA = 0;
      let cellsA = 0;
      let xB = 0;
      let rowsB = 0;
      let gridB = 0;
      let cellsB = 0;
      if (!boxA) {
        xA = 3 * wordsA[wordA + VERTEX_BEGIN];
        rowsA = wordsA[wordA + VERTEX_ROWS];
        gridA = wordsA[wordA + CELL_GRID];
        cellsA = wordsA[wordA + CELL_BEGIN];
      }
      if (!boxB) {
        xB = 3 * wordsB[wordB + VERTEX_BEGIN];
        rowsB = wordsB[wordB + VERTEX_ROWS];
        gridB = wordsB[wordB + CELL_GRID];
        cellsB = wordsB[wordB + CELL_BEGIN];
      }
      const far = flags ? radii : limit + radii;
      const near2 = flags ? radii * radii : -1;
      // by the spheres around the two origins
      if (flags && tx * tx + ty * ty + tz * tz > (size + radii) * (size + radii)) {
        status[pair] = Status.Separated;
        passSimplex(to, from, pair);
        continue;
      }
      const far2 = far * far;
      const touching2 = TOUCHING * TOUCHING * size * size;
      if (!cold) {
        // the simplex of the last query at these poses, if its vertices are some of these shapes
        const atA = at - 4 * swapped;
        const atB = at + 4 + 4 * swapped;
        const verticesA = wordsA[wordA + VERTEX_COUNT];
        const verticesB = wordsB[wordB + VERTEX_COUNT];
        let kept = 0;
        while (kept < 4 && from[atA + kept] !== UNUSED) {
          const idA = from[atA + kept];
          const idB = from[atB + kept];
          if (idA >= verticesA || idB >= verticesB) {
            kept = 0;
            break;
          }
          i[ID_A + kept] = idA;
          i[ID_B + kept] = idB;
          // the same operations in the same order as in GJK, so that a vertex met again cancels exactly
          pointOf(f, DIR, geometryB, shapeB, idB);
          const bx = f[DIR];
          const by = f[DIR + 1];
          const bz = f[DIR + 2];
          pointOf(f, DIR, geometryA, shapeA, idA);
          f[Y + 3 * kept] = tx - f[DIR] + (r00 * bx + r01 * by + r02 * bz);
          f[Y + 3 * kept + 1] = ty - f[DIR + 1] + (r10 * bx + r11 * by + r12 * bz);
          f[Y + 3 * kept + 2] = tz - f[DIR + 2] + (r20 * bx + r21 * by + r22 * bz);
          kept++;
        }
        if (kept > 0) {
          count = startFromSimplex(f, i, kept);
          vx = f[V];
          vy = f[V + 1];
          vz = f[V + 2];
          vv = f[VV];
          px = f[Y];
          py = f[Y + 1];
          pz = f[Y + 2];
          idP = i[ID_A] | (i[ID_B] << 16);
          weightP = f[WEIGHT];
          if (count > 1) {
            qx = f[Y + 3];
            qy = f[Y + 4];
            qz = f[Y + 5];
            idQ = i[ID_A + 1] | (i[ID_B + 1] << 16);
            weightQ = f[WEIGHT + 1];
          }
          if (count > 2) {
            rx = f[Y + 6];
            ry = f[Y + 7];
            rz = f[Y + 8];
            idR = i[ID_A + 2] | (i[ID_B + 2] << 16);
            weightR = f[WEIGHT + 2];
          }
          if (count === 4) idS = i[ID_A + 3] | (i[ID_B + 3] << 16);
          if (count === 4 || !(vv > touching2)) ending = CONTAINED;
        }
      }
      if (count === 0 && !(boxA && boxB)) {
        // the direction that separates two ellipsoids of the shapes' sizes, M⁻¹ t up to its length, with M the sum of their
        // squared half axes, in frame A: far nearer to the normal than t is where shapes are not round
        const radiusB = radii - radiusA;
        const bxx = (bhx + radiusB) * (bhx + radiusB);
        const byy = (bhy + radiusB) * (bhy + radiusB);
        const bzz = (bhz + radiusB) * (bhz + radiusB);
        const xx = (ahx + radiusA) * (ahx + radiusA) + r00 * r00 * bxx + r01 * r01 * byy + r02 * r02 * bzz;
        const yy = (ahy + radiusA) * (ahy + radiusA) + r10 * r10 * bxx + r11 * r11 * byy + r12 * r12 * bzz;
        const zz = (ahz + radiusA) * (ahz + radiusA) + r20 * r20 * bxx + r21 * r21 * byy + r22 * r22 * bzz;
        const xy = r00 * r10 * bxx + r01 * r11 * byy + r02 * r12 * bzz;
        const xz = r00 * r20 * bxx + r01 * r21 * byy + r02 * r22 * bzz;
        const yz = r10 * r20 * bxx + r11 * r21 * byy + r12 * r22 * bzz;
        const cxy = xz * yz - xy * zz;
        const cxz = xy * yz - xz * yy;
        const cyz = xy * xz - xx * yz;
        vx = (yy * zz - yz * yz) * tx + cxy * ty + cxz * tz;
        vy = cxy * tx + (xx * zz - xz * xz) * ty + cyz * tz;
        vz = cxz * tx + cyz * ty + (xx * yy - xy * xy) * tz;
        if (!(vx * vx + vy * vy + vz * vz > 0)) {
          vx = tx;
          vy = ty;
          vz = tz;
        }
      }
      if (count === 0 && vx === 0 && vy === 0 && vz === 0) vx = 1; // the origins coincide: any direction will do

      let step = 0;
      while (ending === UNPROVEN && step < MAX_FAST_STEPS) {
        step++;
        // support of A along v and of B along −v: the point w of B − A that is lowest along v
        let id: number;
        let wx: number;
        let wy: number;
        let wz: number;
        if (boxA) {
          const sx = +(vx < 0) | 0;
          const sy = +(vy < 0) | 0;
          const sz = +(vz < 0) | 0;
          id = sx | (sy << 1) | (sz << 2);
          wx = tx - ahx * (1 - 2 * sx);
          wy = ty - ahy * (1 - 2 * sy);
          wz = tz - ahz * (1 - 2 * sz);
        } else {
          f[DIR] = vx;
          f[DIR + 1] = vy;
          f[DIR + 2] = vz;
          id =
            gridA === 0 ? scan(f, coordinatesA, xA, rowsA) : scanCell(f, coordinatesA, xA, rowsA, poolA, cellsA, gridA);
          wx = tx - coordinatesA[xA + id];
          wy = ty - coordinatesA[xA + rowsA + id];
          wz = tz - coordinatesA[xA + 2 * rowsA + id];
        }
        const dx = -(r00 * vx + r10 * vy + r20 * vz);
        const dy = -(r01 * vx + r11 * vy + r21 * vz);
        const dz = -(r02 * vx + r12 * vy + r22 * vz);
        let bx: number;
        let by: number;
        let bz: number;
        if (boxB) {
          const sx = +(dx < 0) | 0;
          const sy = +(dy < 0) | 0;
          const sz = +(dz < 0) | 0;
          id |= (sx | (sy << 1) | (sz << 2)) << 16;
          bx = bhx * (1 - 2 * sx);
          by = bhy * (1 - 2 * sy);
          bz = bhz * (1 - 2 * sz);
        } else {
          f[DIR] = dx;
          f[DIR + 1] = dy;
          f[DIR + 2] = dz;
          const b =
            gridB === 0 ? scan(f, coordinatesB, xB, rowsB) : scanCell(f, coordinatesB, xB, rowsB, poolB, cellsB, gridB);
          id |= b << 16;
          bx = coordinatesB[xB + b];
          by = coordinatesB[xB + rowsB + b];
          bz = coordinatesB[xB + 2 * rowsB + b];
        }
        wx += r00 * bx + r01 * by + r02 * bz;
        wy += r10 * bx + r11 * by + r12 * bz;
        wz += r20 * bx + r21 * by + r22 * bz;
        vw = vx * wx + vy * wy + vz * wz;

        if (vw > 0 && vw * vw > far2 * (vx * vx + vy * vy + vz * vz)) {
          ending = BEYOND;
          if (count === 0) {
            count = 1;
            px = wx;
            py = wy;
            pz = wz;
            idP = id;
            vv = vx * vx + vy * vy + vz * vz;
          }
          break;
        }
        if (count === 0) {
          px = wx;
          py = wy;
          pz = wz;
          idP = id;
          count = 1;
          vx = wx;
          vy = wy;
          vz = wz;
        } else {
          // the bounds have met, or nothing new is found: the proof is asked for below
          if (vv - vw <= CLOSED * vv || id === idP || (count > 1 && id === idQ) || (count > 2 && id === idR)) {
            ending = CONVERGED;
            break;
          }
          // edges from w, and how far the origin lies along each; the squared length of v falls by the gain of a face
          const ux = px - wx;
          const uy = py - wy;
          const uz = pz - wz;
          const uu = ux * ux + uy * uy + uz * uz;
          const du = -(ux * wx + uy * wy + uz * wz);
          let onU = 0;
          let onS = 0;
          let onT = 0;
          let gain = 0; // w alone
          if (count === 1) {
            if (du > 0) onU = du / uu;
            vx = wx + onU * ux;
            vy = wy + onU * uy;
            vz = wz + onU * uz;
          } else {
            const sx = qx - wx;
            const sy = qy - wy;
            const sz = qz - wz;
            const ss = sx * sx + sy * sy + sz * sz;
            const us = ux * sx + uy * sy + uz * sz;
            const ds = -(sx * wx + sy * wy + sz * wz);
            if (count === 2) {
              const areaU = ss * du - us * ds;
              const areaS = uu * ds - us * du;
              if (areaU > 0 && areaS > 0) {
                const share = 1 / (uu * ss - us * us);
                onU = areaU * share;
                onS = areaS * share;
              } else {
                if (du > 0) {
                  gain = du * du * ss;
                  onU = du / uu;
                }
                if (ds > 0 && ds * ds * uu > gain) {
                  onU = 0;
                  onS = ds / ss;
                }
              }
              vx = wx + onU * ux + onS * sx;
              vy = wy + onU * uy + onS * sy;
              vz = wz + onU * uz + onS * sz;
            } else {
              const ex = rx - wx;
              const ey = ry - wy;
              const ez = rz - wz;
              // six times the volume, and with the origin in the place of p, q, r
              const crossX = sy * ez - sz * ey;
              const crossY = sz * ex - sx * ez;
              const crossZ = sx * ey - sy * ex;
              const volume = ux * crossX + uy * crossY + uz * crossZ;
              const overP = -(wx * crossX + wy * crossY + wz * crossZ);
              const aroundX = wy * uz - wz * uy;
              const aroundY = wz * ux - wx * uz;
              const aroundZ = wx * uy - wy * ux;
              const overQ = ex * aroundX + ey * aroundY + ez * aroundZ;
              const overR = -(sx * aroundX + sy * aroundY + sz * aroundZ);
              const overW = volume - overP - overQ - overR;
              const ee = ex * ex + ey * ey + ez * ez;
              const sign = volume < 0 ? -1 : 1;
              const beyondP = sign * overP < 0;
              const beyondQ = sign * overQ < 0;
              const beyondR = sign * overR < 0;
              if (!(beyondP || beyondQ || beyondR)) {
                const share = 1 / volume;
                const least = Math.min(overP * share, overQ * share, overR * share, overW * share);
                if (least >= INSIDE_WEIGHT && volume * volume > VOLUME * uu * ss * ee) {
                  ending = CONTAINED;
                  f[WEIGHT] = overP * share;
                  f[WEIGHT + 1] = overQ * share;
                  f[WEIGHT + 2] = overR * share;
                  f[WEIGHT + 3] = overW * share;
                  f[Y + 9] = wx;
                  f[Y + 10] = wy;
                  f[Y + 11] = wz;
                  idS = id;
                }
                break;
              }
              const de = -(ex * wx + ey * wy + ez * wz);
              const ue = ux * ex + uy * ey + uz * ez;
              const se = sx * ex + sy * ey + sz * ez;
              let found = -1;
              if (beyondR) {
                const areaU = ss * du - us * ds;
                const areaS = uu * ds - us * du;
                if (areaU > 0 && areaS > 0) {
                  const share = 1 / (uu * ss - us * us);
                  onU = areaU * share;
                  onS = areaS * share;
                  gain = onU * du + onS * ds;
                  found = 0;
                }
              }
              if (beyondP) {
                const areaS = ee * ds - se * de;
                const areaT = ss * de - se * ds;
                if (areaS > 0 && areaT > 0) {
                  const share = 1 / (ss * ee - se * se);
                  const s = areaS * share;
                  const t = areaT * share;
                  const g = s * ds + t * de;
                  if (g > gain) {
                    gain = g;
                    onU = 0;
                    onS = s;
                    onT = t;
                    found = 0;
                  }
                }
              }
              if (beyondQ) {
                const areaU = ee * du - ue * de;
                const areaT = uu * de - ue * du;
                if (areaU > 0 && areaT > 0) {
                  const share = 1 / (uu * ee - ue * ue);
                  const u = areaU * share;
                  const t = areaT * share;
                  const g = u * du + t * de;
                  if (g > gain) {
                    gain = g;
                    onU = u;
                    onS = 0;
                    onT = t;
                    found = 0;
                  }
                }
              }
              if (found < 0) {
                // no face: the best of the three edges, or w itself
                if (du > 0) {
                  gain = (du * du) / uu;
                  onU = du / uu;
                }
                if (ds > 0 && ds * ds > gain * ss) {
                  gain = (ds * ds) / ss;
                  onU = 0;
                  onS = ds / ss;
                }
                if (de > 0 && de * de > gain * ee) {
                  onU = 0;
                  onS = 0;
                  onT = de / ee;
                }
              }
              vx = wx + onU * ux + onS * sx + onT * ex;
              vy = wy + onU * uy + onS * sy + onT * ey;
              vz = wz + onU * uz + onS * sz + onT * ez;
            }
          }
          const next = vx * vx + vy * vy + vz * vz;
          const weightW = 1 - onU - onS - onT;
          // no progress, a point outside the simplex, or NaN: the careful path decides
          if (!(next < vv && weightW >= 0)) break;
          // w takes the place of a point that carries nothing, or the next free one
          weightP = onU;
          weightQ = onS;
          weightR = onT;
          if (onU === 0) {
            px = wx;
            py = wy;
            pz = wz;
            idP = id;
            weightP = weightW;
            if (onT !== 0) {
              count = 3;
              if (onS === 0) {
                qx = rx;
                qy = ry;
                qz = rz;
                idQ = idR;
                weightQ = weightR;
                count = 2;
              }
            } else count = onS === 0 ? 1 : 2;
          } else if (onS === 0) {
            qx = wx;
            qy = wy;
            qz = wz;
            idQ = id;
            weightQ = weightW;
            count = onT === 0 ? 2 : 3;
          } else {
            rx = wx;
            ry = wy;
            rz = wz;
            idR = id;
            weightR = weightW;
            count = 3;
          }
        }
        vv = vx * vx + vy * vy + vz * vz;
        if (vv <= touching2) {
          ending = CONTAINED;
          break;
        }
        if (vv <= near2) {
          ending = WITHIN;
          break;
        }
      }
      i[STEPS] = step;
      const gap = vv - vw; // |v| times the width of the bracket
      if (ending === CONVERGED && gap > CLOSED * vv && gap * gap > PROVEN * PROVEN * size * size * vv)
        ending = UNPROVEN;
      if (!flags && (ending === CONVERGED || ending === BEYOND)) {
        const root = Math.sqrt(vv);
        const share = 1 / root;
        const lower = vw * share;
        length = ending === BEYOND ? lower : root;
        width = ending === BEYOND ? Infinity : Math.max(root - lower, 0);
        nx = vx * share;
        ny = vy * share;
        nz = vz * share;
        // the witness on A: its vertices in the simplex, by their weights
        if (count < 3) weightR = 0;
        if (count < 2) weightQ = 0;
        if (boxA) {
          // corners are signs: bits 0, 1, 2 set = −x, −y, −z
          ux = ahx * (weightP * (1 - 2 * (idP & 1)) + weightQ * (1 - 2 * (idQ & 1)) + weightR * (1 - 2 * (idR & 1)));
          uy = ahy * (weightP * (1 - (idP & 2)) + weightQ * (1 - (idQ & 2)) + weightR * (1 - (idR & 2)));
          uz =
            ahz * (weightP * (1 - 0.5 * (idP & 4)) + weightQ * (1 - 0.5 * (idQ & 4)) + weightR * (1 - 0.5 * (idR & 4)));
        } else {
          const kp = xA + (idP & 0xffff);
          const kq = count < 2 ? kp : xA + (idQ & 0xffff);
          const kr = count < 3 ? kp : xA + (idR & 0xffff);
          ux = weightP * coordinatesA[kp] + weightQ * coordinatesA[kq] + weightR * coordinatesA[kr];
          const up = rowsA;
          uy = weightP * coordinatesA[kp + up] + weightQ * coordinatesA[kq + up] + weightR * coordinatesA[kr + up];
          const top = 2 * rowsA;
          uz = weightP * coordinatesA[kp + top] + weightQ * coordinatesA[kq + top] + weightR * coordinatesA[kr + top];
        }
      }
    }
    if (idS !== -1) count = 4;

    // ---- what has no proof, and penetration: measured with care -----------------------------------------------------------
    let proven = true;
    const measured = depth && !flags;
    if (ending === UNPROVEN || (ending === CONTAINED && measured)) {
      if (ending === CONTAINED) {
        i[COUNT] = count;
        i[ID_A] = idP & 0xffff;
        i[ID_B] = idP >>> 16;
        i[ID_A + 1] = idQ & 0xffff;
        i[ID_B + 1] = idQ >>> 16;
        i[ID_A + 2] = idR & 0xffff;
        i[ID_B + 2] = idR >>> 16;
        i[ID_A + 3] = idS & 0xffff;
        i[ID_B + 3] = idS >>> 16;
        f[Y] = px;
        f[Y + 1] = py;
        f[Y + 2] = pz;
        f[Y + 3] = qx;
        f[Y + 4] = qy;
        f[Y + 5] = qz;
        f[Y + 6] = rx;
        f[Y + 7] = ry;
        f[Y + 8] = rz;
        f[VV] = idS !== -1 || count === 0 ? 0 : vv;
        if (idS === -1) {
          f[WEIGHT] = weightP;
          f[WEIGHT + 1] = weightQ;
          f[WEIGHT + 2] = weightR;
        }
      }
      f[ROT] = r00;
      f[ROT + 1] = r01;
      f[ROT + 2] = r02;
      f[ROT + 3] = r10;
      f[ROT + 4] = r11;
      f[ROT + 5] = r12;
      f[ROT + 6] = r20;
      f[ROT + 7] = r21;
      f[ROT + 8] = r22;
      f[SHIFT] = tx;
      f[SHIFT + 1] = ty;
      f[SHIFT + 2] = tz;
      f[SIZE] = size;
      f[FAR] = flags ? radii : limit + radii;
      f[NEAR2] = flags ? radii * radii : -1;
      i[END] = ending;
      proven = exactDistance(workbench, geometryA, shapeA, geometryB, shapeB, measured);
      ending = i[END];
      vv = f[VV];
      count = i[COUNT];
      idP = i[ID_A] | (i[ID_B] << 16);
      idQ = i[ID_A + 1] | (i[ID_B + 1] << 16);
      idR = i[ID_A + 2] | (i[ID_B + 2] << 16);
      idS = count === 4 ? i[ID_A + 3] | (i[ID_B + 3] << 16) : -1;
      nx = f[NORMAL];
      ny = f[NORMAL + 1];
      nz = f[NORMAL + 2];
      length = f[DISTANCE];
      width = f[BOUND];
      ux = f[WITNESS];
      uy = f[WITNESS + 1];
      uz = f[WITNESS + 2];
    }

    // ---- the answer, turned to the world ----------------------------------------------------------------------------------
    // vertex ids of A, then of B, in the order of the caller's pair; ones over an id make it UNUSED
    const toA = at - 4 * swapped;
    const toB = at + 4 + 4 * swapped;
    const from0 = count < 1 ? UNUSED : 0;
    const from1 = count < 2 ? UNUSED : 0;
    const from2 = count < 3 ? UNUSED : 0;
    to[toA] = idP | from0;
    to[toA + 1] = idQ | from1;
    to[toA + 2] = idR | from2;
    to[toA + 3] = idS;
    to[toB] = (idP >>> 16) | from0;
    to[toB + 1] = (idQ >>> 16) | from1;
    to[toB + 2] = (idR >>> 16) | from2;
    to[toB + 3] = idS >>> 16;
    if (flags) {
      const apart =
        ending === BEYOND || (ending === CONVERGED && vv > radii * radii) || (ending === UNPROVEN && length > radii);
      status[pair] = proven ? (apart ? Status.Separated : Status.Overlapping) : Status.NotConverged;
      continue;
    }
    if (ending === CONTAINED && !depth) {
      status[pair] = Status.Overlapping;
      const nothing = Number.NaN;
      separation[out] = nothing;
      separation[out + 1] = nothing;
      separation[out + 2] = nothing;
      separation[out + 3] = 0;
      offsetA[out] = nothing;
      offsetA[out + 1] = nothing;
      offsetA[out + 2] = nothing;
      offsetA[out + 3] = nothing;
      offsetB[out] = nothing;
      offsetB[out + 1] = nothing;
      offsetB[out + 2] = nothing;
      offsetB[out + 3] = 0;
      continue;
    }

    const distance = length - radii;
    ux += radiusA * nx;
    uy += radiusA * ny;
    uz += radiusA * nz;
    // A → world: v' = v + w t + u × t, with t = 2 / |q|² (u × v), u = q.xyz
    const nu = sa * (ay * nz - az * ny);
    const nv = sa * (az * nx - ax * nz);
    const nt = sa * (ax * ny - ay * nx);
    const normalX = nx + aw * nu + (ay * nt - az * nv);
    const normalY = ny + aw * nv + (az * nu - ax * nt);
    const normalZ = nz + aw * nt + (ax * nv - ay * nu);
    const tu = sa * (ay * uz - az * uy);
    const tv = sa * (az * ux - ax * uz);
    const tt = sa * (ax * uy - ay * ux);
    const onAX = ux + aw * tu + (ay * tt - az * tv);
    const onAY = uy + aw * tv + (az * tu - ax * tt);
    const onAZ = uz + aw * tt + (ax * tv - ay * tu);
    if (ending === BEYOND) status[pair] = Status.BeyondMaxDistance;
    else if (!proven) status[pair] = Status.NotConverged;
    else status[pair] = distance > 0 ? Status.Separated : Status.Overlapping;
    const sign = 1 + 2 * swapped;
    separation[out] = sign * normalX;
    separation[out + 1] = sign * normalY;
    separation[out + 2] = sign * normalZ;
    separation[out + 3] = distance;
    const onA = swapped === 0 ? offsetA : offsetB;
    const onB = swapped === 0 ? offsetB : offsetA;
    onA[out] = onAX;
    onA[out + 1] = onAY;
    onA[out + 2] = onAZ;
    onB[out] = onAX + distance * normalX - ox;
    onB[out + 1] = onAY + distance * normalY - oy;
    onB[out + 2] = onAZ + distance * normalZ - oz;
    offsetA[out + 3] = width + F32_ROUNDING * Math.abs(distance) + F64_ROUNDING * size;
    offsetB[out + 3] = 0;
  } while (++pair < end);
}
