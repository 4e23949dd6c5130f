/**
 * `npm run bench:meshes`: what it costs to bake triangle meshes, ms, one thread. Terrains on a square grid, with noise,
 * welded: from arrays to tables, the bytes of them, and tables from bytes with all checks. Wall and CPU time are the
 * least of some runs. Then what a triangle costs a query of contacts (meshRows.ts).
 *
 * `--help` lists the options.
 */

import { between, seeded } from '../scenes/random.ts';
import { bakedOf } from '../src/meshes/surface.ts';
import { bakeMesh, type MeshOptions, mesh } from '../src/shapes/meshShape.ts';
import { commandLine, integer, integers } from '../tools/commandLine.ts';
import { contactRows } from './meshRows.ts';
import { jsonFlag, printReport } from './report.ts';

const values = commandLine('npm run bench:meshes', 'bake of terrains, ms, and contacts with triangles, ns', {
  cells: integers([708, 316], 'cells along an edge of the terrain, a row each'),
  runs: integer(7, 'runs per row; the first is not counted'),
  seed: integer(1, 'of the heights'),
  json: jsonFlag,
});

function terrain(cells: number): MeshOptions {
  const random = seeded(values.seed);
  const edge = cells + 1;
  const positions = new Float32Array(3 * edge * edge);
  const indices = new Uint32Array(6 * cells * cells);
  for (let vertex = 0; vertex < edge * edge; vertex++) {
    const [x, z] = [vertex % edge, Math.floor(vertex / edge)];
    positions.set([x, 8 * Math.sin(x / 20) * Math.cos(z / 25) + between(random, 0, 1), z], 3 * vertex);
  }
  for (let cell = 0; cell < cells * cells; cell++) {
    const a = Math.floor(cell / cells) * edge + (cell % cells);
    indices.set([a, a + edge, a + 1, a + 1, a + edge, a + edge + 1], 6 * cell);
  }
  return { positions, indices };
}

/** The least wall time and CPU time of some runs (ms). */
function least(run: () => unknown): { wall: number; cpu: number } {
  let [wall, cpu] = [Infinity, Infinity];
  for (let k = 0; k < values.runs; k++) {
    const [begin, used] = [performance.now(), process.cpuUsage()];
    run();
    const { user, system } = process.cpuUsage(used);
    if (k === 0 && values.runs > 1) continue;
    wall = Math.min(wall, performance.now() - begin);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  return { wall: Math.round(wall), cpu: Math.round(cpu) };
}

const rows = values.cells.map((cells) => {
  const options = terrain(cells);
  const bytes = bakeMesh(options);
  const { info, vertices, triangles, edges, nodes } = bakedOf('bench', mesh(bytes));
  const stored = vertices.byteLength + triangles.byteLength + edges.byteLength + nodes.byteLength;
  const arrays = least(() => bakedOf('bench', mesh(options)));
  const baked = least(() => mesh(bytes));
  return {
    triangles: info.triangles,
    'arrays ms': arrays.wall,
    'arrays cpu': arrays.cpu,
    'bytes ms': baked.wall,
    'bytes cpu': baked.cpu,
    'bytes per triangle': Number((stored / info.triangles).toFixed(2)),
    checksum: new Uint32Array(bytes.buffer)[2].toString(16),
  };
});
printReport(values.json, `seed ${values.seed}, least of ${values.runs - 1} runs, one thread,`, {
  meshes: rows,
  contacts: await contactRows(values.seed),
});
