/**
 * `npm run bench:peers -- --only rays`: rays at random, and those of a camera, into the settled heap of 5,000 cuboids,
 * through hullstorm and through other libraries. Wrong answers are counted against brute force in f64.
 *
 * Libraries take turns within a round, and the order rotates. Times are CPU time of the process.
 */
import { commandLine, integer, word } from '../../tools/commandLine.ts';
import { CAST_SCENES } from '../castScenes.ts';
import { cameraRays, type RaySet, type RayTargets, randomRays } from '../rayScenes.ts';
import { installPeers, MACHINE_LINE } from './command.ts';
import { havok } from './rays/havok.ts';
import { hullstorm } from './rays/hullstorm.ts';
import { jolt } from './rays/jolt.ts';
import { physx } from './rays/physx.ts';
import { rapier } from './rays/rapier.ts';
import type { RayPeer, Rays, RayWorld } from './rays/rayPeer.ts';
import { threeMeshBvh } from './rays/threeMeshBvh.ts';
import { countWrong, truthOf } from './rays/truth.ts';
import { asksFor, leastTimes, loadPeers } from './rounds.ts';
import { printLines } from './tables.ts';

/** The end of all rays, as a multiple of the distance of their origins from the middle of the scene. */
const FAR = 3;

const MAKERS: readonly (() => RayPeer)[] = [
  () => hullstorm('auto'),
  () => hullstorm('scalar'),
  jolt,
  havok,
  rapier,
  threeMeshBvh,
  physx,
];
const SETS: Record<string, (targets: RayTargets, count: number, seed: number) => RaySet> = {
  random: randomRays,
  camera: cameraRays,
};

export function asksForRays(argv: readonly string[]): boolean {
  return asksFor(argv, 'rays');
}

export async function benchRays(): Promise<void> {
  const { count, rounds, seed } = commandLine('npm run bench:peers', 'Rays into 5,000 settled cuboids', {
    only: word('rays', 'this bench', ['rays']),
    count: integer(10_000, 'rays of a set'),
    rounds: integer(7, 'timed rounds; the least is printed'),
    seed: integer(1, 'of the rays'),
  });
  installPeers();
  const world = makeWorld();
  const peers = await loadPeers(MAKERS, (peer) => peer.setup(world));
  console.log(`${MACHINE_LINE}\nseed      ${seed}, ${world.count} settled cuboids`);
  const columns: string[][] = [];
  for (const [name, make] of Object.entries(SETS)) {
    const rays = raysOf(world, make, count, seed);
    const truth = truthOf(world, rays);
    console.log(`${name.padEnd(9)} ${rays.count} rays, ${truth.hits} hit, ${rays.count - truth.judged} not judged`);
    const answers = peers.map(() => new Float64Array(rays.count));
    const times = leastTimes(peers.length, rounds, (at) => peers[at]!.cast(rays, answers[at]!)).map(
      (ns) => ns / rays.count,
    );
    columns.push([`${name}: ns/ray`, ...times.map((ns) => ns.toFixed(0))]);
    columns.push(['× hullstorm', ...times.map((ns) => (ns / times[0]!).toFixed(1))]);
    columns.push(['wrong', ...answers.map((own) => `${countWrong(truth, own)}`)]);
  }
  const names = ['', ...peers.map(({ name, version }) => `${name} ${version}`)];
  printLines(names.map((name, line) => [name, ...columns.map((column) => column[line]!)]));
  for (const { name, note } of peers) console.log(`${name}: ${note}`);
  for (const peer of peers) await peer.dispose();
}

function makeWorld(): RayWorld {
  const bodies = CAST_SCENES.heap!(0);
  const { shapes, shapeOf, colliderCount: count, positions, rotations } = bodies;
  const halves = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) {
    const shape = shapes[shapeOf[k]!]!;
    if (shape.kind !== 'box') throw new Error('the settled heap has cuboids only');
    halves.set(shape.halfExtents, 3 * k);
  }
  return { bodies, count, halves, positions, rotations };
}

/** A set with unit directions. */
function raysOf({ count: rows, positions }: RayWorld, make: (typeof SETS)[string], count: number, seed: number): Rays {
  const { origins, directions } = make({ scene: { rows, positions } }, count, seed);
  const unit = directions.slice();
  for (let k = 0; k < unit.length; k += 3) {
    const length = Math.hypot(unit[k]!, unit[k + 1]!, unit[k + 2]!);
    for (let c = 0; c < 3; c++) unit[k + c] = unit[k + c]! / length;
  }
  return { count: origins.length / 3, origins, directions: unit, far: FAR * Math.hypot(...origins.subarray(0, 3)) };
}
