/**
 * `npm run bench:peers -- --only ghosts`: what bodies feel of the edges of a flat floor (scenes/ghosts.ts), in engines
 * with surfaces of triangles. Per engine and body: the worst of all rows, and how many of them have ghosts.
 */
import {
  BODY_NAMES,
  type GhostResult,
  hasGhosts,
  type MakeWorld,
  measureGhosts,
  someGhostRows,
} from '../../scenes/ghosts.ts';
import { hullstormWorld } from '../../scenes/hullstormSurfaces.ts';
import { commandLine, integer, word } from '../../tools/commandLine.ts';
import { jsonFlag, printReport } from '../report.ts';
import { installPeers, progress } from './command.ts';
import { asksFor } from './rounds.ts';
import { joltWorld } from './surfaces/jolt.ts';
import { rapierWorld } from './surfaces/rapier.ts';

/** Engines by name, with their options for inner edges off and on. */
const ENGINES: Readonly<Record<string, MakeWorld>> = {
  hullstorm: () => hullstormWorld(),
  rapier: () => rapierWorld(false),
  'rapier, FIX_INTERNAL_EDGES': () => rapierWorld(true),
  jolt: () => joltWorld(false),
  'jolt, mEnhancedInternalEdgeRemoval': () => joltWorld(true),
};

export function asksForGhosts(argv: readonly string[]): boolean {
  return asksFor(argv, 'ghosts');
}

export async function benchGhosts(): Promise<void> {
  const { rows: count, json } = commandLine('npm run bench:peers', 'Bodies over the edges of flat floors', {
    only: word('ghosts', 'this bench', ['ghosts']),
    rows: integer(200, 'runs, spread over all combinations of scenes/ghosts.ts'),
    json: jsonFlag,
  });
  installPeers();
  const rows = someGhostRows(count);
  const table: object[] = [];
  for (const [engine, makeWorld] of Object.entries(ENGINES)) {
    const results: { body: string; result: GhostResult }[] = [];
    for (const row of rows) {
      progress(`${engine} ${results.length}/${rows.length}`);
      results.push({ body: row.body, result: await measureGhosts(makeWorld, row) });
    }
    for (const body of BODY_NAMES) {
      const own = results.filter((entry) => entry.body === body).map(({ result }) => result);
      const most = (key: keyof GhostResult) => Math.max(...own.map((result) => Math.abs(result[key])));
      table.push({
        engine,
        body,
        rows: own.length,
        'with ghosts': own.filter(hasGhosts).length,
        'highest mm': round(1e3 * most('highest')),
        'lowest mm': round(-1e3 * most('lowest')),
        'speed lost %': round(100 * most('speedLost')),
        'spin rad/s': round(most('spin')),
      });
    }
  }
  progress('');
  printReport(json, 'Worst difference from the same run over one box.', { ghosts: table });
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
