/**
 * Two cores of tier smooth that the library does not have, to prove that a core needs its file and its place in the list
 * alone. Written as a file of src/shapes/cores is, but for shapes of radius 0.
 *
 *   ellipsoid   half axes in HALF_X … HALF_Z
 *   cylinder    along y; radius in HALF_X and HALF_Z, half height in HALF_Y
 */

import { EXTENT, HALF_X, HALF_Y, SMOOTH } from '../../src/shapes/codes.ts';
import { type Core, DIR, isExtent, type KernelCore, type Prepare } from '../../src/shapes/cores/core.ts';
import { directionCode, loadDirection } from '../../src/shapes/cores/directionCode.ts';
import {
  A,
  CORNERS,
  CORNERS_STRIDE,
  type FeatureScratch,
  IDS,
  LOCAL,
  MAX_CORNERS,
  PLANE,
  PLANE_STRIDE,
  SHIFT,
} from '../../src/shapes/cores/feature.ts';
import { extentOf } from '../../src/shapes/cores/lengths.ts';
import { CORES, SMOOTH_CORES } from '../../src/shapes/cores/list.ts';
import type { Shape } from '../../src/shapes/spec.ts';

type Half = readonly [number, number, number];

const ELLIPSOID = SMOOTH;
const CYLINDER = SMOOTH + 1;

/** As the functions of a real core would make them: the types of the library do not know these kinds. */
export const ellipsoid = (a: number, b: number, c: number) => shapeOf('ellipsoid', [a, b, c]);
export const cylinder = (halfHeight: number, radius: number) => shapeOf('cylinder', [radius, halfHeight, radius]);

function shapeOf(kind: string, halfExtents: Half): Shape {
  return { kind, halfExtents, radius: 0 } as unknown as Shape;
}

function prepareAs(core: number, extentOfHalf: (half: Half) => number): Prepare {
  return (at: string, { halfExtents }: { halfExtents: Half }, radius: number) => {
    const half = halfExtents.map((value) => extentOf(`${at}: halfExtents`, value)) as unknown as Half;
    return {
      core,
      radius,
      half,
      vertices: new Float32Array(0),
      vertexCount: 0,
      vertexRows: 0,
      neighbors: new Uint32Array(0),
      cells: new Uint16Array(0),
      grid: 0,
      extent: extentOfHalf(half),
    };
  };
}

function coreAs(
  kind: string,
  code: number,
  extentOfHalf: (half: Half) => number,
  body: (half: Half) => number[],
): Core {
  const prepare = prepareAs(code, extentOfHalf);
  return {
    kind,
    code,
    prepare,
    hasFaces: false,
    isSound: ({ reals }, word) => {
      const half = [...reals.subarray(word + HALF_X, word + HALF_X + 3)] as unknown as Half;
      return half.every((h) => h > 0 && h < Infinity) && isExtent(reals, word + EXTENT, extentOfHalf(half));
    },
    moments: (at, shape, radius) => {
      const [volume, ...squares] = body(prepare(at, shape, radius).half);
      return { volume, center: [0, 0, 0], squares: squares as unknown as Half, axes: [0, 0, 0, 1] };
    },
  };
}

const supportEllipsoid: KernelCore['support'] = (f, { shapes: { reals } }, word) => {
  const id = directionCode(f, DIR);
  let square = 0;
  for (let c = 0; c < 3; c++) square += (reals[word + HALF_X + c] * f[DIR + c]) ** 2;
  for (let c = 0; c < 3; c++) f[DIR + c] *= reals[word + HALF_X + c] ** 2 / Math.sqrt(square);
  return id;
};

const supportCylinder: KernelCore['support'] = (f, { shapes: { reals } }, word) => {
  const id = directionCode(f, DIR);
  const across = Math.hypot(f[DIR], f[DIR + 2]);
  const share = across > 0 ? reals[word + HALF_X] / across : 0;
  f[DIR] *= share;
  f[DIR + 1] = f[DIR + 1] < 0 ? -reals[word + HALF_Y] : reals[word + HALF_Y];
  f[DIR + 2] *= share;
  return id;
};

/** The point of an id is the support of the direction that the id stands for. */
function pointBy(support: KernelCore['support']): KernelCore['pointOf'] {
  const own = new Float64Array(DIR + 3);
  return (f, at, geometry, word, id) => {
    loadDirection(own, DIR, id);
    support(own, geometry, word);
    f.set(own.subarray(DIR, DIR + 3), at);
  };
}

/** Corners of a cap that faces the contact. */
const CAP_CORNERS = 8;

/** The cap that faces the contact, or the line of the side that does. */
const cylinderFeature: KernelCore['feature'] = (scratch, { shapes: { reals } }, word, side) => {
  const { f } = scratch;
  const sign = side === A ? 1 : -1;
  const [x, y, z] = [LOCAL + 6, LOCAL + 7, LOCAL + 8].map((at) => sign * f[at]);
  const r = reals[word + HALF_X];
  const h = reals[word + HALF_Y];
  const across = Math.hypot(x, z);
  if (Math.abs(y) < 0.9) {
    placeCorner(scratch, side, 0, [(r * x) / across, -h, (r * z) / across]);
    placeCorner(scratch, side, 1, [(r * x) / across, h, (r * z) / across]);
    return 2;
  }
  const out = y < 0 ? -1 : 1;
  for (let k = 0; k < CAP_CORNERS; k++) {
    // counter-clockwise seen from outside
    const turn = (-out * 2 * Math.PI * k) / CAP_CORNERS;
    placeCorner(scratch, side, k, [r * Math.cos(turn), out * h, r * Math.sin(turn)]);
  }
  const plane = PLANE + side * PLANE_STRIDE;
  f[plane + 3] = h;
  for (let c = 0; c < 3; c++) {
    f[plane + c] = out * f[LOCAL + 3 * c + 1];
    f[plane + 3] += f[plane + c] * f[SHIFT + c];
  }
  return CAP_CORNERS;
};

function placeCorner({ f, i }: FeatureScratch, side: number, k: number, point: readonly number[]): void {
  for (let c = 0; c < 3; c++) {
    const axis = f.subarray(LOCAL + 3 * c, LOCAL + 3 * c + 3);
    f[CORNERS + side * CORNERS_STRIDE + 3 * k + c] =
      f[SHIFT + c] + axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2];
  }
  i[IDS + side * MAX_CORNERS + k] = k;
}

const CORES_OF_TESTS: readonly Core[] = [
  coreAs(
    'ellipsoid',
    ELLIPSOID,
    (half) => Math.max(...half),
    ([a, b, c]) => {
      const volume = (4 / 3) * Math.PI * a * b * c;
      return [volume, ...[a, b, c].map((axis) => (volume * axis * axis) / 5)];
    },
  ),
  coreAs(
    'cylinder',
    CYLINDER,
    ([r, h]) => Math.hypot(r, h),
    ([r, h]) => {
      const volume = 2 * Math.PI * r * r * h;
      return [volume, (volume * r * r) / 4, (volume * h * h) / 3, (volume * r * r) / 4];
    },
  ),
];

const KERNEL_CORES: readonly KernelCore[] = [
  { code: ELLIPSOID, support: supportEllipsoid, pointOf: pointBy(supportEllipsoid), feature: () => 0 },
  { code: CYLINDER, support: supportCylinder, pointOf: pointBy(supportCylinder), feature: cylinderFeature },
];

/** Puts the cores into the lists of the library. Engines of this process know them; workers do not. */
export function addSmoothCores(): void {
  for (const core of CORES_OF_TESTS) (CORES as Core[])[core.code] = core;
  for (const core of KERNEL_CORES) (SMOOTH_CORES as KernelCore[])[core.code] = core;
}
