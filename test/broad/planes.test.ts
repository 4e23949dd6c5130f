/** Half-spaces in the broad phase: pairs and overlaps as of every collider against every plane, whatever moves. */
import { expect, test } from 'vitest';
import { BOXES, SPHERES } from '../../src/queries/overlaps/table.ts';
import { box, halfSpace, sphere } from '../../src/shapes/spec.ts';
import { NO_SHAPE } from '../../src/tables/colliderTable.ts';
import { ROWS } from '../../src/tables/countTable.ts';
import { type Quat, quaternion, rotated, type Vec3 } from '../oracle/roundBody.ts';
import { bruteForce, type FindFixture, findFixture, keysOf } from '../support/findPairs.ts';
import { seeded } from '../support/random.ts';

const SEED = 0xb0a7;
const SIZE = 20;

/** Least height of the box (min, max) over the plane of collider `id`: of all eight corners. */
function heightOver({ scene }: FindFixture, id: number, low: ArrayLike<number>, high: ArrayLike<number>): number {
  const up = rotated([...scene.rotations.subarray(4 * id, 4 * id + 4)] as Quat, [0, 1, 0]);
  let least = Infinity;
  for (let corner = 0; corner < 8; corner++) {
    let height = 0;
    for (let c = 0; c < 3; c++) {
      height += up[c]! * (((corner >> c) & 1 ? high[c]! : low[c]!) - scene.positions[4 * id + c]!);
    }
    least = Math.min(least, height);
  }
  return least;
}

/** Pairs by brute force. Rounding decides nothing: no box is that near to the margin. */
function expected(fixture: FindFixture, planes: ReadonlySet<number>, margin: number): number[] {
  const { boxes } = fixture.frame.bounds;
  return bruteForce(fixture.frame, margin).filter((key) => {
    const [a, b] = [Math.floor(key / 2 ** 20), key % 2 ** 20];
    if (!planes.has(a) && !planes.has(b)) return true;
    const [plane, other] = planes.has(a) ? [a, b] : [b, a];
    return (
      heightOver(
        fixture,
        plane,
        boxes.subarray(6 * other, 6 * other + 3),
        boxes.subarray(6 * other + 3, 6 * other + 6),
      ) <= margin
    );
  });
}

function place(random: () => number): Vec3 {
  return [SIZE * random(), SIZE * random(), SIZE * random()];
}

test.each([0, 5e6])('pairs while bodies and planes move, change and take each other’s rows, %d m away', (away) => {
  const random = seeded(SEED);
  const fixture = findFixture(600, 20_000, 16, 1000);
  const { scene } = fixture;
  const plane = scene.addShape(halfSpace());
  const shapes = [scene.addShape(box(0.5, 0.4, 0.3)), scene.addShape(sphere(0.5))];
  const planes = new Set<number>();
  const at = () => place(random).map((x) => x + away) as Vec3;
  const addPlane = () =>
    planes.add(scene.addCollider(plane, { static: true, position: at(), rotation: quaternion(random) }));
  const addBody = () =>
    scene.addCollider(shapes[Math.floor(2 * random())]!, { position: at(), rotation: quaternion(random) });
  const alive = (id: number) => scene.shapes[id] !== NO_SHAPE;
  for (let k = 0; k < 400; k++) {
    if (k % 150 === 7) addPlane();
    addBody();
  }
  let total = 0;
  for (let call = 0; call < 120; call++) {
    const rows = fixture.frame.counts[ROWS]!;
    const any = () => Math.floor(rows * random());
    // some bodies move a little, a few jump
    for (let k = 0; k < (call % 10 === 9 ? rows : 20); k++) {
      const id = any();
      if (!alive(id) || planes.has(id)) continue;
      for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += 0.3 * (random() - 0.5);
    }
    const list = [...planes];
    const one = list[Math.floor(list.length * random())]!;
    if (call % 3 === 0) for (let c = 0; c < 3; c++) scene.positions[4 * one + c] += 2 * (random() - 0.5);
    if (call % 7 === 1) scene.setPose(one, at(), quaternion(random));
    if (call % 11 === 5) scene.setGroups(one, 1, call % 2 ? 0 : 0xffff);
    if (call % 13 === 4) {
      // a body takes the row of a plane, and the reverse
      scene.removeCollider(one);
      planes.delete(one);
      expect(addBody()).toBe(one);
      const body = any();
      if (alive(body) && !planes.has(body)) scene.removeCollider(body);
      addPlane();
    }
    if (call % 17 === 6) scene.rotations[4 * one] = Number.NaN;
    if (call % 17 === 8) for (const id of planes) scene.rotations.set(quaternion(random), 4 * id);
    if (call % 5 === 2) fixture.overlap(BOXES, [0, 0, 0, 1, 1, 1]);
    const margin = call % 40 < 20 ? 0.05 : 0.3;
    fixture.find(margin);
    const wanted = expected(fixture, planes, margin);
    expect(keysOf(fixture.list), `call ${call}`).toEqual(wanted);
    total += wanted.filter((key) => planes.has(Math.floor(key / 2 ** 20)) || planes.has(key % 2 ** 20)).length;
  }
  expect(total / 120).toBeGreaterThan(100);
});

test('overlap queries: boxes and spheres against planes, and infinite boxes', () => {
  const random = seeded(SEED + 1);
  const fixture = findFixture(200, 1000, 16, 20_000);
  const { scene } = fixture;
  const plane = scene.addShape(halfSpace());
  const ball = scene.addShape(sphere(0.2));
  const planes = Array.from({ length: 20 }, (_, k) => {
    scene.addCollider(ball, { position: place(random) });
    return scene.addCollider(plane, {
      static: true,
      position: place(random),
      rotation: k % 2 === 0 ? [0, 0, 0, 1] : quaternion(random),
      membership: k % 3 === 0 ? 2 : 1,
    });
  });
  const boxes: number[] = [];
  const spheres: number[] = [];
  for (let k = 0; k < 50; k++) {
    const low = place(random);
    boxes.push(...low, ...low.map((x) => x + 3 * random()));
    spheres.push(...place(random), 2 * random());
  }
  for (const mask of [0xffff, 1, 2]) {
    const inMask = planes.filter((id) => (scene.groups[2 * id]! & mask) !== 0);
    const inBoxes = fixture.overlap(BOXES, boxes, mask);
    const inSpheres = fixture.overlap(SPHERES, spheres, mask);
    for (let k = 0; k < 50; k++) {
      const low = boxes.slice(6 * k, 6 * k + 3);
      const high = boxes.slice(6 * k + 3, 6 * k + 6);
      const center = spheres.slice(4 * k, 4 * k + 3);
      const found = (ids: number[]) => ids.filter((id) => planes.includes(id));
      expect(found(inBoxes[k]!)).toEqual(inMask.filter((id) => heightOver(fixture, id, low, high) <= 0));
      expect(found(inSpheres[k]!)).toEqual(
        inMask.filter((id) => heightOver(fixture, id, center, center) <= spheres[4 * k + 3]!),
      );
    }
  }
  const all = [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity];
  expect(fixture.overlap(BOXES, all)[0]).toHaveLength(40);
  const above = [-Infinity, 100, -Infinity, Infinity, Infinity, Infinity];
  const level = planes.filter((_, k) => k % 2 === 0);
  expect(fixture.overlap(BOXES, above)[0]!.filter((id) => level.includes(id))).toEqual([]);
});
