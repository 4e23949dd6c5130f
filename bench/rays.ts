/**
 * `npm run bench:rays`: `castRaysSync` into 5,000 settled cuboids and 10,000 hulls of 16 points, ns per ray. The time
 * is that of whole calls: bounds and tree of all colliders, which do not move, and the results. CPU time is that of all
 * threads together, which other programs on the machine disturb least.
 *
 * `--help` lists the options.
 *
 *   random   from the ball around the scene to points among the bodies
 *   camera   a square image of the whole scene, row by row
 */
import { commandLine, integer, integers, word, words } from '../tools/commandLine.ts';
import { createEngine, type Engine, type KernelName } from './library.ts';
import { addRayScene, cameraRays, RAY_SCENES, type RaySet, randomRays } from './rayScenes.ts';
import { jsonFlag, printReport } from './report.ts';

const values = commandLine('npm run bench:rays', 'castRaysSync into heaps of boxes and of hulls, ns per ray', {
  rays: integer(10_000, 'rays per call'),
  calls: integer(60, 'calls per row; the first ten are not counted'),
  seed: integer(1, 'of scenes and rays'),
  threads: integers([1, 2], 'threads, a row each'),
  kernel: words<KernelName>(['scalar', 'simd'], 'of', ['auto', 'scalar', 'simd', 'relaxed']),
  only: word('', 'rows whose name has it'),
  json: jsonFlag,
});
/** Calls in which V8 compiles. */
const WARM_UP = 10;
const SETS: Record<string, (engine: Engine, count: number, seed: number) => RaySet> = {
  random: randomRays,
  camera: cameraRays,
};
const HITS = ['closest', 'any'] as const;

/** FNV-1a of some bytes. */
function checksumOf(parts: readonly Uint8Array[]): string {
  let hash = 0x811c9dc5;
  for (const part of parts) for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);

const lines: object[] = [];
for (const scene of Object.keys(RAY_SCENES)) {
  for (const kernel of values.kernel) {
    for (const threads of values.threads) {
      const engine = await createEngine({
        workers: threads - 1,
        kernel,
        capacity: { shapes: 8192, vertices: 65_536, colliders: 16_384, pairs: 1, contacts: 1 },
        tuning: { shareFrom: threads > 1 ? 0 : 1000 },
      });
      addRayScene(engine, scene, values.seed);
      const rays = engine.createRayList(values.rays);
      for (const [set, make] of Object.entries(SETS)) {
        const { origins, directions } = make(engine, values.rays, values.seed);
        rays.set(origins, directions);
        const { count } = rays;
        for (const hits of HITS) {
          const name = `${scene} ${set} ${hits}`;
          if (!name.includes(values.only)) continue;
          const options = { hits };
          const times: number[] = [];
          let leastCpu = Infinity;
          for (let call = -WARM_UP; call < values.calls; call++) {
            const cpu = process.cpuUsage();
            const begin = performance.now();
            engine.castRaysSync(rays, options);
            const ns = (1e6 * (performance.now() - begin)) / count;
            const { user, system } = process.cpuUsage(cpu);
            if (call < 0) continue;
            times.push(ns);
            leastCpu = Math.min(leastCpu, (1000 * (user + system)) / count);
          }
          times.sort((a, b) => a - b);
          const found = engine.castRaysSync(rays, options);
          const status = found.status.subarray(0, count);
          lines.push({
            rays: name,
            kernel: engine.info.kernel,
            threads,
            'hit %': Math.round((100 * status.filter((code) => code !== 0).length) / count),
            'ns/ray fastest': Math.round(times[0]!),
            'CPU ns/ray': Math.round(leastCpu),
            p50: Math.round(times[times.length >> 1]!),
            p99: Math.round(times[Math.floor(0.99 * times.length)]!),
            checksum: checksumOf([
              status,
              bytesOf(found.ids.subarray(0, count)),
              bytesOf(found.t.subarray(0, hits === 'any' ? 0 : count)),
              bytesOf(found.normals.subarray(0, 4 * count)),
            ]),
          });
        }
      }
      await engine.close();
    }
  }
}
printReport(values.json, `${values.rays} rays a call. Seed ${values.seed}.`, { rays: lines });
