/** Pairs of bodies in an engine, and the rows of a contact query as plain objects that outlive the next query. */
import { expect } from 'vitest';
import type { Body, Vec3 } from '../oracle/body.ts';
import { type ContactEngine, type ContactResults, createContactEngine } from './contactApi.ts';
import type { Kernel } from './kernels.ts';
import { seeded } from './random.ts';
import { shapeOf } from './tables.ts';

export interface BodyPair {
  readonly a: Body;
  readonly b: Body;
}

export interface ContactPoint {
  /** minus A's position, world axes (m) */
  readonly pointA: Vec3;
  /** minus B's position, world axes (m) */
  readonly pointB: Vec3;
  readonly separation: number;
  readonly feature: number;
  readonly previous: number;
}

export interface ContactRow {
  readonly status: number;
  readonly distance: number;
  readonly normal: Vec3;
  readonly points: readonly ContactPoint[];
}

/** A copy of row i. */
export function rowOf(results: ContactResults, i: number): ContactRow {
  const { status, separation, pointCount, pointsA, pointsB, features, previous } = results;
  const triple = (column: Float32Array, at: number) => [column[at], column[at + 1], column[at + 2]] as Vec3;
  return {
    status: status[i],
    distance: separation[4 * i + 3],
    normal: triple(separation, 4 * i),
    points: Array.from({ length: pointCount[i] }, (_, k) => ({
      pointA: triple(pointsA, 16 * i + 4 * k),
      pointB: triple(pointsB, 16 * i + 4 * k),
      separation: pointsA[16 * i + 4 * k + 3],
      feature: features[4 * i + k],
      previous: previous[4 * i + k],
    })),
  };
}

export function rowsOf(results: ContactResults): ContactRow[] {
  return Array.from({ length: results.count }, (_, i) => rowOf(results, i));
}

/** All bytes of the rows in use that mean something: of the columns of points, as many as there are. */
export function usedBytes(results: ContactResults): Uint8Array {
  const { count, status, separation, pointCount, pointsA, pointsB, features, previous } = results;
  const parts = [status.subarray(0, count), separation.subarray(0, 4 * count), pointCount.subarray(0, count)];
  const columns: Uint8Array[] = parts.map(bytesIn);
  for (let i = 0; i < count; i++) {
    const points = pointCount[i];
    for (const column of [pointsA, pointsB]) columns.push(bytesIn(column.subarray(16 * i, 16 * i + 4 * points)));
    for (const column of [features, previous]) columns.push(bytesIn(column.subarray(4 * i, 4 * i + points)));
  }
  columns.push(bytesIn(results.began.subarray(0, results.beganCount)));
  columns.push(bytesIn(results.stayed.subarray(0, results.stayedCount)));
  columns.push(bytesIn(results.ended.subarray(0, results.endedCount)));
  columns.push(bytesIn(results.endedIds.subarray(0, 2 * results.endedCount)));
  return new Uint8Array(Buffer.concat(columns));
}

/** @returns a copy: the columns are shared memory */
function bytesIn({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

export interface FixtureOptions {
  readonly workers?: number;
  readonly blockPairs?: number;
  /** Rows of `engine.pairs`, if more than the pairs. */
  readonly capacity?: number;
}

export class ContactFixture {
  readonly engine: ContactEngine;
  /** Collider ids, two per pair; colliders are in no order. */
  readonly ids: Uint32Array;

  private constructor(engine: ContactEngine, ids: Uint32Array) {
    this.engine = engine;
    this.ids = ids;
  }

  /** An engine whose `pairs` are these, in order. @param seed of the order of the colliders */
  static async create(
    kernel: Kernel,
    pairs: readonly BodyPair[],
    { workers = 0, blockPairs = 256, capacity = 0 }: FixtureOptions = {},
    seed = 0x1d5,
  ): Promise<ContactFixture> {
    const bodies = pairs.flatMap(({ a, b }) => [a, b]);
    const vertices = bodies.reduce((sum, body) => sum + Math.max(8, body.vertices.length / 3 + 4), 8);
    const count = Math.max(1, bodies.length);
    const engine = await createContactEngine({
      workers,
      kernel,
      capacity: { shapes: count, colliders: count, vertices, pairs: Math.max(pairs.length, capacity, 1) },
      tuning: { blockPairs, shareFrom: 0 },
    });
    expect(engine.info.kernel).toBe(kernel);
    const ids = new Uint32Array(bodies.length);
    const random = seeded(seed);
    const slots = bodies.map((_, slot) => slot);
    for (let k = slots.length - 1; k > 0; k--) {
      const other = Math.floor(random() * (k + 1));
      [slots[k], slots[other]] = [slots[other], slots[k]];
    }
    const fixture = new ContactFixture(engine, ids);
    for (const slot of slots) {
      const body = bodies[slot];
      ids[slot] = engine.scene.addCollider(engine.scene.addShape(shapeOf(body)));
      fixture.pose(slot, body);
    }
    engine.pairs.set(ids);
    return fixture;
  }

  /** Writes the columns: `setPose` would round the quaternion once more. */
  pose(slot: number, { position, rotation }: Pick<Body, 'position' | 'rotation'>): void {
    const { positions, rotations } = this.engine.scene;
    positions.set(position, 4 * this.ids[slot]);
    rotations.set(rotation, 4 * this.ids[slot]);
  }

  poseAll(pairs: readonly BodyPair[]): void {
    pairs.forEach(({ a, b }, p) => {
      this.pose(2 * p, a);
      this.pose(2 * p + 1, b);
    });
  }

  /** Rows of a query over `engine.pairs`. */
  rows(margin: number): ContactRow[] {
    return rowsOf(this.engine.contactsSync(this.engine.pairs, { margin }));
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
