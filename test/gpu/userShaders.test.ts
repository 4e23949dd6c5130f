/** Shaders of users over the buffers of an engine, with the structures and functions of `hullstorm/gpu`. */
import { spawnSync } from 'node:child_process';
import { createEngine, type Engine, type GpuColumns, Status } from 'hullstorm';
import { layoutWgsl, originWords } from 'hullstorm/gpu';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COPY_DST, COPY_SRC, MAP_READ, STORAGE } from '../../src/gpu/buffers.ts';
import { seeded } from '../support/random.ts';
import { openDevice } from './device.ts';
import { fillRoom, moveAll } from './fakeEngines.ts';

const BOXES = 50;
const PAIRS = 200;
const FLOATS = 16;
const ROOT = new URL('../../', import.meta.url);
const device = await openDevice();
if (typeof device === 'string') console.warn(`skipped: ${device}`);

/** Per pair: pose of A, a vector turned by it, offset, separation, status, whether A is a box, names of the codes. */
const SHADER = `${layoutWgsl}
@group(0) @binding(0) var<storage, read> origin: Origin;
@group(0) @binding(1) var<storage, read> poses: array<PoseRow>;
@group(0) @binding(2) var<storage, read> ids: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> status: array<u32>;
@group(0) @binding(4) var<storage, read> separation: array<SeparationRow>;
@group(0) @binding(5) var<storage, read_write> seen: array<mat4x4<f32>>;

@compute @workgroup_size(1) fn look(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  let a = poses[ids[row].x];
  let pose = poseOf(origin, a);
  let code = f32(statusOf(status[row / 4u], row));
  let codes = f32(
    SEPARATED + 10u * OVERLAPPING + 100u * BEYOND_MAX_DISTANCE + 1000u * NOT_CONVERGED + 10000u * INVALID,
  );
  let offset = offsetBetween(a, poses[ids[row].y]);
  seen[row] = mat4x4<f32>(
    vec4<f32>(pose.position, select(0.0f, 1.0f, pose.isBox)),
    vec4<f32>(turned(pose.rotation, pose.halfExtents), code),
    vec4<f32>(offset, codes),
    vec4<f32>(separation[row].normal, separation[row].distance),
  );
}`;

/** Runs the shader over columns. */
async function look(own: GPUDevice, columns: GpuColumns, origin: Uint32Array<ArrayBuffer>): Promise<Float32Array> {
  const module = own.createShaderModule({ code: SHADER });
  const pipeline = await own.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const originBuffer = own.createBuffer({ size: origin.byteLength, usage: STORAGE | COPY_DST });
  own.queue.writeBuffer(originBuffer, 0, origin);
  const size = 4 * FLOATS * PAIRS;
  const seen = own.createBuffer({ size, usage: STORAGE | COPY_SRC });
  const staging = own.createBuffer({ size, usage: COPY_DST | MAP_READ });
  const { poses, ids, status, separation } = columns;
  const bound = [originBuffer, ...[poses, ids, status, separation].map((column) => column!.buffer), seen];
  const entries = bound.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = own.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, own.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(PAIRS);
  pass.end();
  encoder.copyBufferToBuffer(seen, 0, staging, 0, size);
  own.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  const copy = new Float32Array(staging.getMappedRange().slice());
  for (const each of [originBuffer, seen, staging]) each.destroy();
  return copy;
}

/** A vector turned by a quaternion, in f64. */
function turned([x, y, z, w]: ArrayLike<number> & Iterable<number>, v: readonly number[]): number[] {
  const cross = (a: readonly number[], b: readonly number[]) =>
    [0, 1, 2].map((k) => a[(k + 1) % 3]! * b[(k + 2) % 3]! - a[(k + 2) % 3]! * b[(k + 1) % 3]!);
  const t = cross([x!, y!, z!], v).map((c) => 2 * c);
  const u = cross([x!, y!, z!], t);
  return v.map((c, k) => c + w! * t[k]! + u[k]!);
}

describe.skipIf(typeof device === 'string')('a shader of a user', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({
      gpu: device as GPUDevice,
      workers: 0,
      tuning: { gpuFrom: 1, gpuOnSoftware: true },
      capacity: { colliders: BOXES, pairs: PAIRS },
    });
    fillRoom(engine, BOXES, PAIRS);
  });
  afterAll(() => engine?.close());

  test.each([0, 1e6, -4e6])('poses, offsets, statuses and separations, %d m from 0', async (far) => {
    const random = seeded(36);
    moveAll(engine, random);
    const { positions, rotations } = engine.scene;
    const place = [far, 12.5 - far, 0.25 * far];
    for (let id = 0; id < BOXES; id++) for (let k = 0; k < 3; k++) positions[4 * id + k]! += place[k]!;
    // no pose
    positions[0] = Number.NaN;
    const { ids } = engine.pairs;
    const gaps = await engine.distance(engine.pairs, { read: 'none', maxDistance: 0.3 });
    expect(engine.info.lastQuery?.on).toBe('gpu');
    expect(engine.gpuDevice).toBe(device);
    expect(gaps.gpu!.ids).toMatchObject({ stride: 8, size: 8 * PAIRS });
    expect(gaps.gpu!.poses).toMatchObject({ stride: 64, size: 64 * BOXES });
    const seen = await look(engine.gpuDevice as GPUDevice, gaps.gpu!, originWords(place));
    const [status, separation] = [await gaps.load('status'), await gaps.load('separation')];
    for (let row = 0; row < PAIRS; row++) {
      const [a, b] = [ids[2 * row]!, ids[2 * row + 1]!];
      const at = seen.subarray(FLOATS * row, FLOATS * (row + 1));
      expect(at[7]).toBe(status[row]);
      expect(at[11]).toBe(43_210);
      expect(at.slice(12)).toEqual(separation.slice(4 * row, 4 * row + 4));
      expect(at[3]).toBe(a === 0 ? 0 : 1);
      if (a === 0 || b === 0) continue;
      const vertex = turned(rotations.subarray(4 * a, 4 * a + 4), [0.5, 0.4, 0.3]);
      for (let k = 0; k < 3; k++) {
        // differences of f64 numbers this near to each other are exact
        expect(at[k]).toBeCloseTo(positions[4 * a + k]! - place[k]!, 6);
        expect(at[4 + k]).toBeCloseTo(vertex[k]!, 5);
        expect(at[8 + k]).toBeCloseTo(positions[4 * b + k]! - positions[4 * a + k]!, 6);
      }
    }
    expect(new Set(status)).toEqual(
      new Set([Status.Separated, Status.Overlapping, Status.BeyondMaxDistance, Status.Invalid]),
    );
  });

  test('flags have no separation, and a closed engine no device', async () => {
    const other = await createEngine({
      gpu: device as GPUDevice,
      workers: 0,
      tuning: { gpuFrom: 1, gpuOnSoftware: true },
    });
    fillRoom(other, BOXES, PAIRS);
    expect(Object.keys((await other.intersect(other.pairs, { read: 'none' })).gpu!).sort()).toEqual([
      'ids',
      'poses',
      'status',
    ]);
    await other.close();
    expect(other.gpuDevice).toBeUndefined();
  });
});

/** Runs examples/gpu.ts. @param before code that runs first */
function runExample(before: string) {
  const program = `${before}; await import('./examples/gpu.ts');`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', './tools/typeScript.mjs', '--input-type=module', '-e', program],
    { cwd: ROOT, encoding: 'utf8', timeout: 80_000 },
  );
  return { stdout, stderr, status };
}

test('the example prints the same on a GPU and without one', () => {
  const without = runExample('');
  expect(without.status).toBe(0);
  expect(without.stderr).toMatch(/gpu: expected a GPU, got .+: all queries run on kernel 'simd'/);
  expect(without.stdout).toMatch(/^\d+ of \d+ pairs have gaps below 10 cm, together [\d.]+ m\n$/);
  if (typeof device === 'string') return;
  const onGpu = runExample(`
    import { createRequire } from 'node:module';
    const { create, globals } = createRequire('${new URL('test/gpu/webgpu/', ROOT)}')('webgpu');
    Object.assign(globalThis, globals);
    Object.defineProperty(globalThis, 'navigator', { value: { gpu: create([]) } })`);
  expect(onGpu).toEqual({ stdout: without.stdout, stderr: '', status: 0 });
});

describe('originWords', () => {
  test('fixed point of 2⁻⁴⁰ m, from lists and vectors', () => {
    expect([...originWords([1, -(2 ** -40), 2 ** 21])]).toEqual([0, 256, 0xffffffff, 0xffffffff, 0, 0x20000000, 0, 0]);
    expect(originWords({ x: 0.5, y: 0, z: -0 })).toEqual(Uint32Array.of(0, 128, 0, 0, 0, 0, 0, 0));
  });

  test.each([
    [[0, Number.NaN, 0], 'originWords: position[1]: expected a finite number, got NaN'],
    [[0, 0, -(2 ** 22)], 'originWords: position: expected numbers below 2²² m, got -4194304'],
    [[0, 0], 'originWords: position: expected 3 numbers, got 2 numbers'],
    [undefined, 'originWords: position: expected 3 numbers, got undefined'],
  ])('%o', (position, sentence) => {
    expect(() => originWords(position as number[])).toThrow(sentence);
  });
});
