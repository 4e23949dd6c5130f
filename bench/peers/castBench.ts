/**
 * `npm run bench:peers -- --only casts`: moving boxes into the settled heap of 5,000 cuboids and into 10,000 hulls of
 * 16 points, through hullstorm and through other libraries. Wrong answers are counted against brute force in f64.
 *
 * Libraries take turns within a round, and the order rotates. Times are CPU time of the process.
 */
import { commandLine, integer, word } from '../../tools/commandLine.ts';
import { CAST_SCENES, shapeCasts } from '../castScenes.ts';
import { jsonFlag, printReport } from '../report.ts';
import type { CastPeer } from './casts/castPeer.ts';
import { havok } from './casts/havok.ts';
import { hullstorm } from './casts/hullstorm.ts';
import { jolt } from './casts/jolt.ts';
import { physx } from './casts/physx.ts';
import { rapier } from './casts/rapier.ts';
import { countWrong, truthOf } from './casts/truth.ts';
import { installPeers } from './command.ts';
import { asksFor, leastTimes, loadPeers } from './rounds.ts';

const MAKERS: readonly (() => CastPeer)[] = [
  () => hullstorm('auto'),
  () => hullstorm('scalar'),
  jolt,
  havok,
  rapier,
  physx,
];

export function asksForCasts(argv: readonly string[]): boolean {
  return asksFor(argv, 'casts');
}

export async function benchCasts(): Promise<void> {
  const { count, rounds, seed, json } = commandLine(
    'npm run bench:peers',
    'Boxes into settled cuboids, and into hulls',
    {
      only: word('casts', 'this bench', ['casts']),
      count: integer(2000, 'casts of a set'),
      rounds: integer(5, 'timed rounds; the least is printed'),
      seed: integer(1, 'of the casts and the hulls'),
      json: jsonFlag,
    },
  );
  installPeers();
  const tables: Record<string, object[]> = {};
  const notes: string[] = [];
  for (const [name, make] of Object.entries(CAST_SCENES)) {
    const bodies = make(seed);
    const casts = shapeCasts(bodies, count, seed, 0);
    const peers = await loadPeers(MAKERS, (peer) => peer.setup(bodies, casts));
    const truth = truthOf(bodies, casts);
    const answers = peers.map(() => new Float64Array(count));
    const times = leastTimes(peers.length, rounds, (at) => peers[at]!.cast(casts, answers[at]!));
    tables[name] = peers.map((peer, k) => ({
      scene: name,
      library: `${peer.name} ${peer.version}`,
      'ns/cast': Math.round(times[k]! / count),
      '× hullstorm': Number((times[k]! / times[0]!).toFixed(1)),
      wrong: countWrong(truth, casts, answers[k]!),
    }));
    notes.push(`${name}: ${count} casts, ${truth.hits} hit, ${count - truth.judged} not judged`);
    if (notes.length === 1) notes.push(...peers.map(({ name: library, note }) => `${library}: ${note}`));
    for (const peer of peers) await peer.dispose();
  }
  printReport(json, `Casts, seed ${seed}.`, tables, notes);
}
