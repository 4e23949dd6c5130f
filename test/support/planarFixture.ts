/** A planar engine full of random shapes, and its pairs as `hullstorm/pair2d` and the oracle know them. */
import { createEngine, type PlanarEngine } from 'hullstorm';
import type { Pose, Shape } from 'hullstorm/pair2d';
import { between, type Random } from '../../scenes/random.ts';
import { KIND_NAMES, KINDS, randomPose } from '../dim2/queries/generate.ts';

/** The shape whose numbers an engine stores: all of them as f32. */
export function stored<S extends Shape>(shape: S): S {
  const own = { ...shape, radius: Math.fround(shape.radius) };
  if (own.kind === 'polygon') return { ...own, points: Array.from(own.points, Math.fround) };
  if (own.kind === 'segment') return { ...own, halfHeight: Math.fround(own.halfHeight) };
  if (own.kind === 'box') {
    const [hx, hy] = own.halfExtents;
    return { ...own, halfExtents: [Math.fround(hx), Math.fround(hy)] };
  }
  return own;
}

export interface Body {
  readonly shape: Shape;
  readonly pose: Pose;
}

export interface PlanarFixture {
  readonly engine: PlanarEngine;
  /** By collider id. */
  readonly bodies: readonly Body[];
}

export interface FixtureOptions {
  readonly workers?: number;
  readonly pairs?: number;
  readonly tuning?: { readonly blockPairs: number; readonly shareFrom: number };
}

/** An engine with these bodies. */
export async function fixtureOf(bodies: readonly Body[], options: FixtureOptions = {}): Promise<PlanarFixture> {
  const { workers = 0, pairs = 2 * bodies.length, tuning } = options;
  const points = ({ shape }: Body) => (shape.kind === 'polygon' ? shape.points.length / 2 + 4 : 4);
  const vertices = bodies.reduce((sum, body) => sum + points(body), 4);
  const capacity = { shapes: bodies.length, vertices, colliders: bodies.length, pairs };
  const engine = await createEngine({ planar: true, workers, capacity, ...(tuning && { tuning }) });
  for (const { shape, pose } of bodies) {
    const { x, y, angle = 0 } = pose;
    engine.scene.addCollider(engine.scene.addShape(shape), { position: [x, y], angle });
  }
  return { engine, bodies };
}

/** Bodies of all kinds in turn, at random poses within `reach`. */
export function randomBodies(random: Random, count: number, reach: number): Body[] {
  return Array.from({ length: count }, (_, k) => {
    const shape = stored(KINDS[KIND_NAMES[k % KIND_NAMES.length]](random, between(random, 0.5, 1)));
    return { shape, pose: randomPose(random, reach) };
  });
}

/** Every kind with every kind, `repeats` times: bodies 2 k and 2 k + 1 are pair k. */
export function pairedBodies(random: Random, repeats: number, size = 1, far = 0): Body[] {
  const bodies: Body[] = [];
  for (const kindA of KIND_NAMES) {
    for (const kindB of KIND_NAMES) {
      for (let k = 0; k < repeats; k++) {
        const reach = (random() < 0.2 ? 0.3 : 1.3) * size;
        for (const kind of [kindA, kindB]) {
          const pose = randomPose(random, reach);
          bodies.push({ shape: stored(KINDS[kind](random, size)), pose: { ...pose, x: pose.x + far } });
        }
      }
    }
  }
  return bodies;
}

/** Fills `engine.pairs` with the pairs of `pairedBodies`; every second one in the other order. */
export function setPaired({ engine, bodies }: PlanarFixture): void {
  engine.pairs.set(bodies.map((_, id) => (id % 4 < 2 ? id : id ^ 1)));
}
