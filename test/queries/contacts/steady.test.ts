/**
 * Stacks at rest, every pose shaken by 1e-5 of the size, frame after frame: the points of every contact are the same points
 * (their ids, and `previous`), and normals stay. Exactly aligned equal boxes are the hard ones: every corner of a patch is a
 * corner of A, a corner of B and four crossings of sides at once, and which of them it is hangs on the last bit.
 */
import { describe, expect, test } from 'vitest';
import { type Body, boxBody, hullBody, IDENTITY, place, type Quat, type Vec3 } from '../../oracle/body.ts';
import { sizeOf } from '../../oracle/surface.ts';
import { TOLERANCE } from '../../support/checkContacts.ts';
import { ContactFixture, type ContactRow, rowsOf } from '../../support/contactFixture.ts';
import { type Kernel, SWEPT_KERNELS } from '../../support/kernels.ts';
import { turnedBy } from '../../support/motions.ts';
import type { Random } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x57ead;
const FRAMES = 50;
/** Of the size: how far positions are off, along each axis. */
const SHAKE = 1e-5;
/** How far poses are turned, about each axis (rad). Corners of a patch stay within 1e-5 of the size of being as deep. */
const TURN = 0.3e-5;
const MARGIN = 0.02;
const NORMAL = 1e-3;
const STOREYS = 5;

const asHull = (body: Body) => hullBody(body.vertices, body.radius);
const eighth: Quat = [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)];
const quarter: Quat = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const yawed: Quat = [0, Math.sin(0.1), 0, Math.cos(0.1)];
const cube = boxBody(0.5, 0.5, 0.5);
const hexagon = hullBody(
  [0, 1, 2, 3, 4, 5].flatMap((k) => {
    const [x, z] = [Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)];
    return [x, -0.5, z, x, 0.5, z];
  }),
);

/** Storey k: its shape, aside, turned. All are 1 m high. */
type Storey = (k: number) => { body: Body; aside?: [number, number]; turn?: Quat };

const STACKS: [name: string, storey: Storey, points: number][] = [
  ['equal boxes', () => ({ body: cube }), 4],
  ['equal boxes as hulls', () => ({ body: asHull(cube) }), 4],
  ['boxes and equal hulls in turn', (k) => ({ body: k % 2 ? asHull(cube) : cube }), 4],
  ['equal boxes, a quarter turned', (k) => ({ body: cube, turn: k % 2 ? quarter : IDENTITY }), 4],
  ['equal rounded boxes', () => ({ body: boxBody(0.4, 0.4, 0.4, 0.1) }), 4],
  ['unequal boxes', (k) => ({ body: boxBody(0.5 + 0.125 * (k % 2), 0.5, 0.5 - 0.15 * (k % 3)) }), 4],
  [
    'boxes flush on one side',
    (k) => ({ body: boxBody(0.5 - 0.25 * (k % 2), 0.5, 0.5), aside: [0.25 * (k % 2), 0] }),
    4,
  ],
  ['boxes shifted along a side', (k) => ({ body: cube, aside: [0.25 * (k % 2), 0] }), 4],
  ['boxes shifted along both', (k) => ({ body: cube, aside: [0.25 * (k % 2), 0.125 * (k % 2)] }), 4],
  ['boxes turned by 45°: octagons', (k) => ({ body: cube, turn: k % 2 ? eighth : IDENTITY }), 4],
  ['hulls turned by 45°: octagons', (k) => ({ body: asHull(cube), turn: k % 2 ? eighth : IDENTITY }), 4],
  ['boxes turned a little', (k) => ({ body: cube, turn: k % 2 ? yawed : IDENTITY }), 4],
  [
    'boxes turned a little, and shifted',
    (k) => ({ body: cube, turn: k % 2 ? yawed : IDENTITY, aside: [0.2 * (k % 2), 0.1] }),
    4,
  ],
  ['small boxes on a slab', (k) => ({ body: k ? boxBody(0.4 - 0.05 * k, 0.5, 0.3) : boxBody(4, 0.5, 4) }), 4],
  ['hexagons', () => ({ body: hexagon }), 4],
  ['hexagons on boxes', (k) => ({ body: k % 2 ? hexagon : boxBody(1, 0.5, 0.75) }), 4],
];

/** Metres between storeys. */
const GAPS = [-1e-3, 1e-3, 0] as const;

function stack(storey: Storey, gap: number, turn: Quat): Body[] {
  return Array.from({ length: STOREYS }, (_, k) => {
    const { body, aside = [0, 0], turn: own = IDENTITY } = storey(k);
    const upright = place(body, [aside[0], (1 + gap) * k, aside[1]], own);
    return turnedBy({ a: upright, b: upright }, turn, [1, 2, 3]).a;
  });
}

function shaken(body: Body, size: number, random: Random): Body {
  const by = (most: number) => most * (2 * random() - 1);
  const [x, y, z] = [by(TURN / 2), by(TURN / 2), by(TURN / 2)];
  const [p, q, r, s] = body.rotation;
  // (x y z 1) · (p q r s)
  const rotation: Quat = [
    p + x * s + y * r - z * q,
    q - x * r + y * s + z * p,
    r + x * q - y * p + z * s,
    s - x * p - y * q - z * r,
  ];
  return place(body, body.position.map((c) => c + by(SHAKE * size)) as Vec3, rotation);
}

type Placed = ContactRow & { p: number };

async function shake(kernel: Kernel, bodies: readonly Body[], points: number, finds: boolean): Promise<string[]> {
  const random = seeded(SEED);
  const size = sizeOf(bodies[0], bodies[1]);
  // bodies 0 1 2 3 … as pairs of neighbors: the fixture wants pairs, each body is added once
  const fixture = await ContactFixture.create(kernel, pairsOf(bodies), { capacity: 64 });
  const { engine, ids } = fixture;
  const links = bodies.slice(1).map((_, k): [number, number] => [ids[k], ids[k + 1]]);
  // smaller id first, as findPairs has it; a turned stack has more pairs whose bounding boxes meet
  for (const link of links) link.sort((p, q) => p - q);
  if (!finds) engine.pairs.set(links.flat());
  const faults: string[] = [];
  let first = new Map<string, ContactRow>();
  let last = new Map<string, Placed>();
  for (let frame = 0; frame < FRAMES; frame++) {
    bodies.forEach((body, slot) => {
      fixture.pose(slot, shaken(body, size, random));
    });
    const results = finds
      ? engine.contactsSync({ margin: MARGIN })
      : engine.contactsSync(engine.pairs, { margin: MARGIN });
    const rows = new Map<string, Placed>();
    for (const [p, row] of rowsOf(results).entries()) {
      rows.set(`${results.pairs.ids[2 * p]} ${results.pairs.ids[2 * p + 1]}`, { ...row, p });
    }
    if (frame === 0) first = rows;
    for (const [k, link] of links.entries()) {
      const key = link.join(' ');
      const row = rows.get(key);
      const what = `frame ${frame}, storey ${k}`;
      if (!row) {
        faults.push(`${what}: no such pair`);
        continue;
      }
      if (row.points.length !== points) faults.push(`${what}: ${row.points.length} points`);
      const least = Math.min(...row.points.map(({ separation }) => separation));
      if (!(Math.abs(least - row.distance) <= TOLERANCE * size))
        faults.push(`${what}: ${least} m for ${row.distance} m`);
      const [begin, before] = [first.get(key)!, last.get(key)];
      if (!before) continue;
      if (idsOf(row) !== idsOf(begin)) faults.push(`${what}: ids ${idsOf(row)}, first ${idsOf(begin)}`);
      row.points.forEach(({ feature, previous }, slot) => {
        const was = before.points[previous - 4 * before.p]?.feature;
        if (was !== feature) faults.push(`${what}: point ${slot} comes from ${previous}`);
      });
      const turned = Math.hypot(...row.normal.map((c, i) => c - begin.normal[i]));
      if (!(turned <= NORMAL)) faults.push(`${what}: normal turned by ${turned}`);
    }
    last = rows;
  }
  await fixture.close();
  return faults;
}

function pairsOf(bodies: readonly Body[]): { a: Body; b: Body }[] {
  const even = bodies.length % 2 === 0 ? bodies : [...bodies, place(cube, [1000, 1000, 1000])];
  return Array.from({ length: even.length / 2 }, (_, k) => ({ a: even[2 * k], b: even[2 * k + 1] }));
}

function idsOf({ points }: ContactRow): string {
  return points
    .map(({ feature }) => feature)
    .sort((p, q) => p - q)
    .join(' ');
}

describe.each(SWEPT_KERNELS)(`kernel %s, ${FRAMES} frames, seed ${SEED}`, (kernel) => {
  describe.each(GAPS)('%d m between', (gap) => {
    test.each(STACKS)('%s', async (_, storey, points) => {
      expect(await shake(kernel, stack(storey, gap, IDENTITY), points, false)).toEqual([]);
    });

    test.each(STACKS)('%s, the whole stack turned, pairs found', async (_, storey, points) => {
      const turn: Quat = [0.1, 0.2, 0.3, 0.9].map((c) => c / Math.hypot(0.1, 0.2, 0.3, 0.9)) as Quat;
      expect(await shake(kernel, stack(storey, gap, turn), points, true)).toEqual([]);
    });
  });
});
