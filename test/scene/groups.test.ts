import { box, type ColliderOptions, createEngine, type Engine, type Scene, sphere } from 'hullstorm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messageOf } from '../support/messageOf.ts';
import { seeded } from '../support/random.ts';

const CAPACITY = { shapes: 8, vertices: 64, colliders: 32, pairs: 600 };

let engine: Engine;
let scene: Scene;
let shape: number;
beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: CAPACITY });
  ({ scene } = engine);
  shape = scene.addShape(sphere(1));
});
afterEach(() => engine.close());

/** Membership, mask, static of a collider, as the columns hold them. */
const filterOf = (id: number, { groups, statics }: Scene = scene) => [groups[2 * id], groups[2 * id + 1], statics[id]];
const DEFAULTS = [1, 0xffff, 0];

describe('groups and statics', () => {
  test('by default: in group 1, meets all, moves', () => {
    expect(filterOf(scene.addCollider(shape))).toEqual(DEFAULTS);
    expect(filterOf(scene.addCollider(shape, { position: [1, 2, 3] }))).toEqual(DEFAULTS);
    const first = scene.addColliders(shape, 3);
    for (let id = first; id < first + 3; id++) expect(filterOf(id)).toEqual(DEFAULTS);
    expect([scene.groups.length, scene.statics.length]).toEqual([64, 32]);
  });

  test('as given, each alone and all together', () => {
    const given: [ColliderOptions, number[]][] = [
      [{ membership: 6 }, [6, 0xffff, 0]],
      [{ mask: 0x8001 }, [1, 0x8001, 0]],
      [{ static: true }, [1, 0xffff, 1]],
      [{ static: false }, DEFAULTS],
      [{ membership: 0, mask: 0, static: true }, [0, 0, 1]],
      [{ membership: 0xffff, mask: 0x7fff, static: false }, [0xffff, 0x7fff, 0]],
    ];
    for (const [options, want] of given) {
      const id = scene.addCollider(shape, { ...options, position: [7, 8, 9] });
      expect(filterOf(id), JSON.stringify(options)).toEqual(want);
      expect(scene.positions[4 * id]).toBe(7);
    }
  });

  test('set one by one, and written as columns', () => {
    scene.addColliders(shape, 3);
    scene.setGroups(1, 0x00f0, 0x0f00);
    scene.setStatic(1, true);
    expect([0, 1, 2].map((id) => filterOf(id))).toEqual([DEFAULTS, [0x00f0, 0x0f00, 1], DEFAULTS]);
    scene.setStatic(1, false);
    scene.groups.set([7, 8], 2);
    scene.statics[2] = 1;
    expect([0, 1, 2].map((id) => filterOf(id))).toEqual([DEFAULTS, [7, 8, 0], [1, 0xffff, 1]]);
    expect(scene.groups.buffer).toBe(scene.positions.buffer);
    expect(scene.statics.buffer).toBe(scene.positions.buffer);
  });

  test('a row that is used again has the defaults again', () => {
    for (let k = 0; k < 3; k++) scene.addCollider(shape, { membership: 2, mask: 4, static: true });
    scene.removeCollider(1);
    // written while nobody lives there
    scene.groups.fill(0xabc, 2, 4);
    scene.statics[1] = 1;
    expect(scene.addCollider(shape)).toBe(1);
    expect([0, 1, 2].map((id) => filterOf(id))).toEqual([[2, 4, 1], DEFAULTS, [2, 4, 1]]);
    scene.removeCollider(2);
    expect(scene.addCollider(shape, { mask: 9 })).toBe(2);
    expect(filterOf(2)).toEqual([1, 9, 0]);
  });

  test('a thousand additions, removals and settings, against a model (seed 0x9709)', () => {
    const random = seeded(0x9709);
    const bits = () => Math.floor(0x10000 * random());
    const live = new Map<number, number[]>();
    for (let step = 0; step < 1000; step++) {
      const ids = [...live.keys()];
      const id = ids[Math.floor(ids.length * random())];
      const what = Math.floor(4 * random());
      if (what === 0 || ids.length === 0) {
        if (live.size === 32) continue;
        const [membership, mask] = [bits(), bits()];
        if (random() < 0.5) live.set(scene.addCollider(shape), DEFAULTS);
        else live.set(scene.addCollider(shape, { membership, mask, static: true }), [membership, mask, 1]);
      } else if (what === 1 && live.size > 8) {
        scene.removeCollider(id);
        live.delete(id);
      } else if (what === 2) {
        const [membership, mask] = [bits(), bits()];
        scene.setGroups(id, membership, mask);
        live.set(id, [membership, mask, live.get(id)![2]]);
      } else {
        const value = random() < 0.5;
        scene.setStatic(id, value);
        live.set(id, [...live.get(id)!.slice(0, 2), value ? 1 : 0]);
      }
    }
    expect(live.size).toBeGreaterThan(8);
    for (const [id, want] of live) expect(filterOf(id)).toEqual(want);
  });

  test('queries on a list of pairs ignore them', () => {
    scene.addCollider(shape, { membership: 2, mask: 2, static: true });
    scene.addCollider(shape, { membership: 4, mask: 4, static: true, position: [1, 0, 0] });
    engine.pairs.set([0, 1]);
    expect(engine.intersectSync().status[0]).toBe(1);
    expect(engine.distanceSync().distance(0)).toBe(-1);
  });

  test('writeInstances does not show them', () => {
    const out = new Float32Array(8);
    scene.addCollider(shape, { membership: 3, mask: 5, static: true });
    scene.writeInstances(out);
    expect([...out]).toEqual([0, 0, 0, shape, 0, 0, 0, 1]);
  });
});

describe('in snapshots', () => {
  test('they come back, of live and of removed rows, whatever was written', async () => {
    scene.addShape(box(1, 1, 1));
    scene.addCollider(shape, { membership: 0x1234, mask: 0xfedc, static: true });
    scene.addColliders(shape, 3);
    scene.setGroups(2, 0, 0);
    scene.removeCollider(2);
    scene.statics[3] = 200; // neither 0 nor 1: static
    const bytes = scene.snapshot();
    const other = await createEngine({ workers: 0, capacity: { ...CAPACITY, colliders: 4 } });
    other.scene.restore(bytes);
    expect([...other.scene.groups]).toEqual([...scene.groups.subarray(0, 8)]);
    expect([...other.scene.statics]).toEqual([1, 0, 0, 200]);
    expect(Buffer.compare(other.scene.snapshot(), bytes)).toBe(0);
    expect(other.scene.addCollider(shape)).toBe(2);
    expect(filterOf(2, other.scene)).toEqual(DEFAULTS);
    await other.close();
  });
});

describe('bad input changes nothing', () => {
  const bits = [-1, 65536, 0.5, NaN, '1', true, Infinity, 0xffffffff];
  const said = (value: unknown) =>
    `expected an integer in 0..65535, got ${typeof value === 'string' ? `'${value}'` : String(value)}`;

  test.each(bits)('%s for groups', (value) => {
    scene.addCollider(shape, { membership: 3, mask: 5 });
    const before = scene.snapshot();
    const bad = value as number;
    expect(messageOf(() => scene.setGroups(0, bad, 1))).toBe(`scene.setGroups: membership: ${said(value)}`);
    expect(messageOf(() => scene.setGroups(0, 1, bad))).toBe(`scene.setGroups: mask: ${said(value)}`);
    expect(messageOf(() => scene.addCollider(shape, { membership: bad }))).toBe(
      `scene.addCollider: membership: ${said(value)}`,
    );
    expect(messageOf(() => scene.addCollider(shape, { mask: bad }))).toBe(`scene.addCollider: mask: ${said(value)}`);
    expect(Buffer.compare(scene.snapshot(), before)).toBe(0);
  });

  test.each([1, 0, 'yes', NaN])('%s for static', (value) => {
    scene.addCollider(shape);
    const before = scene.snapshot();
    const bad = value as unknown as boolean;
    const sentence = `expected true or false, got ${typeof value === 'string' ? `'${value}'` : String(value)}`;
    expect(messageOf(() => scene.setStatic(0, bad))).toBe(`scene.setStatic: value: ${sentence}`);
    expect(messageOf(() => scene.addCollider(shape, { static: bad }))).toBe(`scene.addCollider: static: ${sentence}`);
    expect(Buffer.compare(scene.snapshot(), before)).toBe(0);
  });

  test('groups that are left out of setGroups', () => {
    scene.addCollider(shape);
    const setGroups = scene.setGroups.bind(scene) as (...given: number[]) => void;
    expect(messageOf(() => setGroups(0, 1))).toBe(`scene.setGroups: mask: ${said(undefined)}`);
  });
});
