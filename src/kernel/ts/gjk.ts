/**
 * GJK distance of two convex cores, in frame A: the fast path, whose answers carry a proof.
 *
 *   reads   f[ROT …], f[SHIFT …], f[FAR], f[NEAR2], f[SIZE], f[DIR …]; with i[COUNT] > 0 a start simplex (ids and
 *           points) instead of the direction
 *   writes  the simplex (f[Y …], f[WEIGHT …], i[ID_A …], i[ID_B …], i[COUNT]), f[V …], f[VV], f[VW], i[STEPS]
 *
 * The simplex lives in local variables: p, q, r are the points kept, w is the newest. The sub-distance problem is solved
 * by Gram determinants seen from w, which costs little and loses accuracy on slivers. That is no matter: an end counts
 * only if the bounds have met (v is the closest point) or the origin lies well inside a tetrahedron of some volume.
 * Otherwise `gjkCareful`, whose arithmetic is slower and safe, does the pair again.
 *
 * Method: Gilbert, Johnson, Keerthi 1988; the gains of the faces are Johnson's sub-determinants, newest vertex first.
 */
import {
  BOX,
  CELL_BEGIN,
  CELL_GRID,
  CORE,
  HALF_X,
  HALF_Y,
  HALF_Z,
  SHAPE_STRIDE,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../../shapes/shapeTable.ts';
import {
  BEYOND,
  CLOSED,
  CONTAINED,
  CONVERGED,
  gjkCareful,
  PROVEN,
  startFromSimplex,
  TOUCHING,
  UNPROVEN,
  WITHIN,
} from './gjkCareful.ts';
import {
  COUNT,
  DIR,
  FAR,
  type Geometry,
  ID_A,
  ID_B,
  NEAR2,
  ROT,
  type Scratch,
  SHIFT,
  SIZE,
  STEPS,
  V,
  VV,
  VW,
  WEIGHT,
  Y,
} from './scratch.ts';
import { negative, scan, scanCell } from './support.ts';

/** The fast path gives up after this many steps; 17 is the most seen in the million pairs of test/deep. */
const MAX_FAST_STEPS = 24;
/** The origin is inside a tetrahedron if each of its weights is at least this… */
const INSIDE_WEIGHT = 1e-9;
/** …and the squared volume is this part of the squared edges. */
const VOLUME = 1e-16;

/** Runs GJK from the simplex in `scratch` (i[COUNT] points; 0 = cold, along f[DIR …]). */
export function gjk(scratch: Scratch, geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number): number {
  const { f, i } = scratch;
  const wordA = rowA * SHAPE_STRIDE;
  const wordB = rowB * SHAPE_STRIDE;
  const wordsA = geometryA.shapes.words;
  const wordsB = geometryB.shapes.words;
  const boxA = wordsA[wordA + CORE] === BOX;
  const boxB = wordsB[wordB + CORE] === BOX;
  const realsA = geometryA.shapes.reals;
  const realsB = geometryB.shapes.reals;
  const ahx = realsA[wordA + HALF_X]!;
  const ahy = realsA[wordA + HALF_Y]!;
  const ahz = realsA[wordA + HALF_Z]!;
  const bhx = realsB[wordB + HALF_X]!;
  const bhy = realsB[wordB + HALF_Y]!;
  const bhz = realsB[wordB + HALF_Z]!;
  const coordinatesA = geometryA.vertices.coordinates;
  const coordinatesB = geometryB.vertices.coordinates;
  const poolA = geometryA.vertices.cells;
  const poolB = geometryB.vertices.cells;
  let xA = 0;
  let rowsA = 0;
  let gridA = 0;
  let cellsA = 0;
  if (!boxA) {
    xA = 3 * wordsA[wordA + VERTEX_BEGIN]!;
    rowsA = wordsA[wordA + VERTEX_ROWS]!;
    gridA = wordsA[wordA + CELL_GRID]!;
    cellsA = wordsA[wordA + CELL_BEGIN]!;
  }
  let xB = 0;
  let rowsB = 0;
  let gridB = 0;
  let cellsB = 0;
  if (!boxB) {
    xB = 3 * wordsB[wordB + VERTEX_BEGIN]!;
    rowsB = wordsB[wordB + VERTEX_ROWS]!;
    gridB = wordsB[wordB + CELL_GRID]!;
    cellsB = wordsB[wordB + CELL_BEGIN]!;
  }

  const far = f[FAR]!;
  const far2 = far * far;
  const near2 = f[NEAR2]!;
  const size = f[SIZE]!;
  const touching2 = TOUCHING * TOUCHING * size * size;
  const r00 = f[ROT]!;
  const r01 = f[ROT + 1]!;
  const r02 = f[ROT + 2]!;
  const r10 = f[ROT + 3]!;
  const r11 = f[ROT + 4]!;
  const r12 = f[ROT + 5]!;
  const r20 = f[ROT + 6]!;
  const r21 = f[ROT + 7]!;
  const r22 = f[ROT + 8]!;
  const tx = f[SHIFT]!;
  const ty = f[SHIFT + 1]!;
  const tz = f[SHIFT + 2]!;

  // the simplex: points, packed vertex ids (A low, B high half) and weights of the last accepted v
  let px = 0;
  let py = 0;
  let pz = 0;
  let qx = 0;
  let qy = 0;
  let qz = 0;
  let rx = 0;
  let ry = 0;
  let rz = 0;
  let idP = -1;
  let idQ = -1;
  let idR = -1;
  let weightP = 1;
  let weightQ = 0;
  let weightR = 0;

  let count = i[COUNT]!;
  let vx = f[DIR]!;
  let vy = f[DIR + 1]!;
  let vz = f[DIR + 2]!;
  let vv = Infinity; // the first direction is only a guess
  if (count > 0) {
    count = startFromSimplex(f, i, count);
    if (count === 4 || !(f[VV]! > touching2)) {
      i[STEPS] = 0;
      return CONTAINED;
    }
    vx = f[V]!;
    vy = f[V + 1]!;
    vz = f[V + 2]!;
    vv = f[VV]!;
    px = f[Y]!;
    py = f[Y + 1]!;
    pz = f[Y + 2]!;
    idP = i[ID_A]! | (i[ID_B]! << 16);
    weightP = f[WEIGHT]!;
    if (count > 1) {
      qx = f[Y + 3]!;
      qy = f[Y + 4]!;
      qz = f[Y + 5]!;
      idQ = i[ID_A + 1]! | (i[ID_B + 1]! << 16);
      weightQ = f[WEIGHT + 1]!;
    }
    if (count > 2) {
      rx = f[Y + 6]!;
      ry = f[Y + 7]!;
      rz = f[Y + 8]!;
      idR = i[ID_A + 2]! | (i[ID_B + 2]! << 16);
      weightR = f[WEIGHT + 2]!;
    }
  }

  let end = UNPROVEN;
  let inside = false;
  let vw = 0;
  let step = 0;
  while (step < MAX_FAST_STEPS) {
    step++;
    // support of A along v and of B along −v: the point w of B − A that is lowest along v
    let id: number;
    let wx: number;
    let wy: number;
    let wz: number;
    if (boxA) {
      const sx = negative(vx);
      const sy = negative(vy);
      const sz = negative(vz);
      id = sx | (sy << 1) | (sz << 2);
      wx = tx - ahx + 2 * ahx * sx;
      wy = ty - ahy + 2 * ahy * sy;
      wz = tz - ahz + 2 * ahz * sz;
    } else {
      f[DIR] = vx;
      f[DIR + 1] = vy;
      f[DIR + 2] = vz;
      id = gridA === 0 ? scan(f, coordinatesA, xA, rowsA) : scanCell(f, coordinatesA, xA, rowsA, poolA, cellsA, gridA);
      wx = tx - coordinatesA[xA + id]!;
      wy = ty - coordinatesA[xA + rowsA + id]!;
      wz = tz - coordinatesA[xA + 2 * rowsA + id]!;
    }
    const dx = -(r00 * vx + r10 * vy + r20 * vz);
    const dy = -(r01 * vx + r11 * vy + r21 * vz);
    const dz = -(r02 * vx + r12 * vy + r22 * vz);
    let bx: number;
    let by: number;
    let bz: number;
    if (boxB) {
      const sx = negative(dx);
      const sy = negative(dy);
      const sz = negative(dz);
      id |= (sx | (sy << 1) | (sz << 2)) << 16;
      bx = bhx - 2 * bhx * sx;
      by = bhy - 2 * bhy * sy;
      bz = bhz - 2 * bhz * sz;
    } else {
      f[DIR] = dx;
      f[DIR + 1] = dy;
      f[DIR + 2] = dz;
      const b =
        gridB === 0 ? scan(f, coordinatesB, xB, rowsB) : scanCell(f, coordinatesB, xB, rowsB, poolB, cellsB, gridB);
      id |= b << 16;
      bx = coordinatesB[xB + b]!;
      by = coordinatesB[xB + rowsB + b]!;
      bz = coordinatesB[xB + 2 * rowsB + b]!;
    }
    wx += r00 * bx + r01 * by + r02 * bz;
    wy += r10 * bx + r11 * by + r12 * bz;
    wz += r20 * bx + r21 * by + r22 * bz;
    vw = vx * wx + vy * wy + vz * wz;

    if (vw > 0 && vw * vw > far2 * (vx * vx + vy * vy + vz * vz)) {
      end = BEYOND;
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
        end = CONVERGED;
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
              end = CONTAINED;
              inside = true;
              vv = 0;
              f[WEIGHT] = overP * share;
              f[WEIGHT + 1] = overQ * share;
              f[WEIGHT + 2] = overR * share;
              f[WEIGHT + 3] = overW * share;
              f[Y + 9] = wx;
              f[Y + 10] = wy;
              f[Y + 11] = wz;
              i[ID_A + 3] = id & 0xffff;
              i[ID_B + 3] = id >>> 16;
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
      end = CONTAINED;
      break;
    }
    if (vv <= near2) {
      end = WITHIN;
      break;
    }
  }

  const gap = vv - vw; // |v| times the width of the bracket
  if (end === UNPROVEN || (end === CONVERGED && gap > CLOSED * vv && gap * gap > PROVEN * PROVEN * size * size * vv)) {
    i[COUNT] = 0;
    return gjkCareful(scratch, geometryA, rowA, geometryB, rowB);
  }
  i[ID_A] = idP & 0xffff;
  i[ID_B] = idP >>> 16;
  i[ID_A + 1] = idQ & 0xffff;
  i[ID_B + 1] = idQ >>> 16;
  i[ID_A + 2] = idR & 0xffff;
  i[ID_B + 2] = idR >>> 16;
  f[V] = vx;
  f[V + 1] = vy;
  f[V + 2] = vz;
  f[VV] = vv;
  f[VW] = vw;
  i[STEPS] = step;
  if (end === CONTAINED) {
    // only the penetration search reads the points
    f[Y] = px;
    f[Y + 1] = py;
    f[Y + 2] = pz;
    f[Y + 3] = qx;
    f[Y + 4] = qy;
    f[Y + 5] = qz;
    f[Y + 6] = rx;
    f[Y + 7] = ry;
    f[Y + 8] = rz;
  }
  if (inside) {
    i[COUNT] = 4; // weights are those of the tetrahedron
    return CONTAINED;
  }
  f[WEIGHT] = weightP;
  f[WEIGHT + 1] = weightQ;
  f[WEIGHT + 2] = weightR;
  i[COUNT] = count;
  return end;
}
