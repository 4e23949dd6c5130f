/**
 * The tables of `hullstorm batch`, version 1: docs/batch.md has them for users. Columns are flat scalars; decoded, each
 * is one typed array. u64 are kept in f64, exact up to 2^53.
 */
import { RayStatus, Status } from 'hullstorm';

export const SCHEMA_VERSION = '1';

export type ColumnType = 'u8' | 'u16' | 'u32' | 'i32' | 'u64' | 'f32' | 'f64' | 'bool' | 'utf8' | 'list<f64>';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What a file without the column means; undefined: the file needs it. */
  readonly absent?: number | undefined;
}

/** Columns of one type. @param names separated by spaces */
const of = (type: ColumnType, names: string, absent?: number): Column[] =>
  names.split(' ').map((name) => ({ name, type, absent }));

const FRAME = of('u64', 'frame', 0);

export const SHAPES = [
  ...of('u32', 'shape'),
  ...of('utf8', 'kind'),
  ...of('f64', 'p0 p1 p2 p3 radius', 0),
  ...of('list<f64>', 'points', 0),
];
export const COLLIDERS = [
  ...of('u32', 'collider shape'),
  ...of('f64', 'x y z', 0),
  ...of('f32', 'qx qy qz', 0),
  ...of('f32', 'qw', 1),
  ...of('u16', 'membership', 1),
  ...of('u16', 'mask', 0xffff),
  ...of('bool', 'static', 0),
  ...of('i32', 'link', -1),
];
export const POSES = [
  ...of('u64', 'frame'),
  ...of('u32', 'motion', 0),
  ...of('u32', 'collider'),
  ...of('f64', 'x y z'),
  ...of('f32', 'qx qy qz qw'),
];
export const PAIRS = [...FRAME, ...of('u32', 'a b')];
export const RAYS = [
  ...FRAME,
  ...of('f64', 'ox oy oz dx dy dz'),
  ...of('f64', 'maxT', Infinity),
  ...of('u16', 'mask', 0xffff),
  ...of('i32', 'ignore', -1),
];

export const WORLDS = of('u32', 'world seed');
/** NaN is the value of the scene, and the stepper's default. */
export const OVERRIDES = [
  ...of('u32', 'world collider'),
  ...of('f64', 'x y z', Number.NaN),
  ...of('f32', 'qx qy qz qw', Number.NaN),
  ...of('f64', 'vx vy vz wx wy wz friction', Number.NaN),
];

export const FLAGS_OUT = [...of('u64', 'row frame'), ...of('u32', 'a b'), ...of('u8', 'status')];
export const DISTANCES_OUT = [
  ...FLAGS_OUT,
  ...of('f32', 'distance nx ny nz'),
  ...of('f64', 'pax pay paz pbx pby pbz'),
  ...of('f32', 'bound'),
];
export const HITS_OUT = [
  ...of('u64', 'row frame'),
  ...of('u8', 'status'),
  ...of('i32', 'id'),
  ...of('f64', 't'),
  ...of('f32', 'nx ny nz bound'),
];

export const STEPS_OUT = [
  ...of('u32', 'world'),
  ...of('u64', 'step'),
  ...of('u32', 'collider'),
  ...of('f64', 'x y z'),
  ...of('f32', 'qx qy qz qw vx vy vz wx wy wz'),
  ...of('u32', 'checksum'),
];

/** The names of status codes, for the metadata of a file: `0=Separated 1=Overlapping …`. */
const namesOf = (codes: Readonly<Record<string, number>>) =>
  Object.entries(codes)
    .map(([name, code]) => `${code}=${name}`)
    .join(' ');
export const PAIR_STATUS = namesOf(Status);
export const RAY_STATUS = namesOf(RayStatus);

/** Columns by name, each with a value per row. */
export type Columns = Readonly<Record<string, ColumnData>>;
export type Numbers = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;
/** Strings, lists, and columns of a user, are arrays. */
export type ColumnData = Numbers | unknown[];

/** The array of a type. */
export function arrayOf(type: ColumnType, length: number): ColumnData {
  switch (type) {
    case 'u8':
    case 'bool':
      return new Uint8Array(length);
    case 'u16':
      return new Uint16Array(length);
    case 'u32':
      return new Uint32Array(length);
    case 'i32':
      return new Int32Array(length);
    case 'f32':
      return new Float32Array(length);
    case 'u64':
    case 'f64':
      return new Float64Array(length);
    default:
      return new Array(length);
  }
}

/** The least and the largest value of the types of integers. */
export const RANGES: Readonly<Partial<Record<ColumnType, readonly [number, number]>>> = {
  u8: [0, 0xff],
  u16: [0, 0xffff],
  u32: [0, 0xffff_ffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
  u64: [0, Number.MAX_SAFE_INTEGER],
};
