/** The scene of a batch: an engine with the shapes and colliders of two files. */
import * as hullstorm from 'hullstorm';
import { createEngine, type Engine, type KernelName, QueryError, type RayList, rounded, type Shape } from 'hullstorm';
import { BatchError, didYouMean, EXIT, inputError } from './failure.ts';
import type { Numbers } from './schema.ts';
import type { Table } from './table.ts';

/** The kinds of shapes: how many of p0 … p3 they take, and how they are made of them. */
const KINDS: Readonly<Record<string, readonly [number, (p: readonly number[], points: readonly number[]) => Shape]>> = {
  point: [0, () => hullstorm.point()],
  sphere: [1, ([radius]) => hullstorm.sphere(radius)],
  segment: [1, ([half]) => hullstorm.segment(half)],
  capsule: [2, ([half, radius]) => hullstorm.capsule(half, radius)],
  box: [3, ([x, y, z]) => hullstorm.box(x, y, z)],
  cylinder: [2, ([half, radius]) => hullstorm.cylinder(half, radius)],
  cone: [2, ([half, radius]) => hullstorm.cone(half, radius)],
  frustum: [3, ([half, bottom, top]) => hullstorm.frustum(half, bottom, top)],
  disk: [1, ([radius]) => hullstorm.disk(radius)],
  ellipsoid: [3, ([x, y, z]) => hullstorm.ellipsoid(x, y, z)],
  taperedCapsule: [3, ([half, a, b]) => hullstorm.taperedCapsule(half, a, b)],
  hull: [0, (_, points) => hullstorm.hull(points)],
  triangle: [0, (_, points) => hullstorm.triangle(points)],
  halfSpace: [0, () => hullstorm.halfSpace()],
};
/** Kinds that later versions of the schema may have. */
const RESERVED = ['mesh', 'heightField', 'compound', 'sum', 'hullOf', 'rounded'];
const WITH_POINTS = ['hull', 'triangle'];

export interface BatchScene {
  readonly engine: Engine;
  /** Poses of the scene, as the engine's columns hold them. */
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
  /** Equal links ≥ 0 never pair. */
  readonly links: Int32Array;
  readonly colliders: number;
  /** By shape. */
  readonly shapes: readonly Shape[];
  /** Where rays are asked; undefined without capacity for rays. */
  readonly rays: RayList | undefined;
}

export interface SceneOptions {
  readonly kernel: KernelName;
  readonly threads: number | undefined;
  /** Most rows of one query. */
  readonly pairs: number;
  readonly rays: number;
}

/** Makes the engine. @throws BatchError for shapes and colliders that cannot be */
export async function makeScene(shapes: Table, colliders: Table, options: SceneOptions): Promise<BatchScene> {
  const { kernel, threads: workers, pairs, rays } = options;
  const rows = await shapes.read(0, shapes.rows);
  const points = rows.points as number[][];
  const engine = await createEngine({
    kernel,
    workers,
    capacity: {
      shapes: Math.max(1, shapes.rows),
      vertices: 64 * shapes.rows + 2 * points.reduce((sum, each) => sum + each.length, 0) + 1024,
      colliders: Math.max(1, colliders.rows),
      pairs,
      rays: Math.max(1, rays),
      contacts: 1,
    },
  });
  try {
    if (engine.info.kernel !== kernel) {
      throw new BatchError(EXIT.usage, `batch: --kernel ${kernel}: ${engine.info.fallbacks.join(' ')}`);
    }
    checkDense(shapes, 'shape', rows.shape as Numbers);
    const specs = specsOf(shapes, rows);
    await addShapes(engine, shapes, specs);
    const links = await addColliders(engine, shapes, colliders);
    const { positions, rotations } = engine.scene;
    const count = 4 * colliders.rows;
    return {
      engine,
      positions: positions.slice(0, count),
      rotations: rotations.slice(0, count),
      links,
      colliders: colliders.rows,
      shapes: specs,
      rays: rays > 0 ? engine.createRayList(rays) : undefined,
    };
  } catch (cause) {
    await engine.close();
    throw cause;
  }
}

/** Ids must be 0, 1, 2 … */
export function checkDense(table: Table, name: string, ids: Numbers): void {
  for (let row = 0; row < ids.length; row++) {
    if (ids[row] !== row) inputError(table.at(name, row), `${row} (ids are 0, 1, 2 …)`, String(ids[row]));
  }
}

/** The shapes of the rows of a file. */
export function specsOf(table: Table, columns: Readonly<Record<string, ArrayLike<unknown>>>): Shape[] {
  return Array.from(columns.kind, (_, row) => shapeOf(table, columns, row));
}

function shapeOf(table: Table, columns: Readonly<Record<string, ArrayLike<unknown>>>, row: number): Shape {
  const kind = String(columns.kind[row]);
  const known = Object.keys(KINDS);
  if (RESERVED.includes(kind)) {
    const instead = kind === 'rounded' ? "any other with the column 'radius'" : known.join(', ');
    inputError(table.at('kind', row), `a kind of version 1 (${instead})`, `'${kind}', which is reserved`);
  }
  if (!Object.hasOwn(KINDS, kind)) {
    inputError(table.at('kind', row), known.join(', '), `'${kind}'${didYouMean(kind, known)}`);
  }
  const [count, make] = KINDS[kind];
  const p = [0, 1, 2, 3].map((k) => columns[`p${k}`][row] as number);
  for (let k = count; k < p.length; k++) {
    if (p[k] !== 0 && !Number.isNaN(p[k])) inputError(table.at(`p${k}`, row), `0 for a ${kind}`, String(p[k]));
  }
  const points = columns.points[row] as number[];
  if (points.length > 0 !== WITH_POINTS.includes(kind)) {
    inputError(
      table.at('points', row),
      WITH_POINTS.includes(kind) ? 'x y z of points' : `none for a ${kind}`,
      `${points.length} numbers`,
    );
  }
  const radius = columns.radius[row] as number;
  return atRow(table, row, () => {
    const shape = make(p, points);
    return radius === 0 ? shape : rounded(shape, radius);
  });
}

/** The rows of a file are named in errors of the library. */
export function atRow<R>(table: Table, row: number, make: () => R): R {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof QueryError) || cause instanceof BatchError) throw cause;
    throw new BatchError(EXIT.input, `${table.path}: row ${row}: ${cause.message}`, cause);
  }
}

async function addShapes({ scene }: Engine, table: Table, shapes: readonly Shape[]): Promise<void> {
  try {
    await scene.addShapes(shapes);
  } catch {
    // once more, one after the other, to find the row
    for (const [row, shape] of shapes.entries()) atRow(table, row, () => scene.addShape(shape));
  }
}

async function addColliders(engine: Engine, shapes: Table, table: Table): Promise<Int32Array> {
  const columns = (await table.read(0, table.rows)) as Record<string, Numbers>;
  const { x, y, z, qx, qy, qz, qw, shape, membership, mask, static: statics } = columns;
  checkDense(table, 'collider', columns.collider);
  for (let row = 0; row < table.rows; row++) {
    if (shape[row] >= shapes.rows)
      inputError(table.at('shape', row), `a shape, 0..${shapes.rows - 1}`, String(shape[row]));
    atRow(table, row, () =>
      engine.scene.addCollider(shape[row], {
        position: [x[row], y[row], z[row]],
        rotation: [qx[row], qy[row], qz[row], qw[row]],
        membership: membership[row],
        mask: mask[row],
        static: statics[row] !== 0,
      }),
    );
  }
  return columns.link as Int32Array;
}
