/**
 * A shader of your own over results that stay on the GPU: the sum of all gaps below 10 cm. Two numbers are read. In
 * Node it needs the package `webgpu`. Without a GPU the engine says so, and the example sums on its thread.
 */
import { box, createEngine, type DistanceResults, Status } from 'hullstorm';
import { layoutWgsl } from 'hullstorm/gpu';

const BOXES = 2000;
const NEAR = 0.1; // m

/** Counts the gaps, and adds them up (µm). */
const SHADER = `${layoutWgsl}
@group(0) @binding(0) var<storage, read> status: array<u32>;
@group(0) @binding(1) var<storage, read> separation: array<SeparationRow>;
@group(0) @binding(2) var<storage, read_write> sums: array<atomic<u32>, 2>;

@compute @workgroup_size(64) fn sumGaps(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  if (row >= arrayLength(&separation) || statusOf(status[row / 4u], row) != SEPARATED) {
    return;
  }
  atomicAdd(&sums[0], 1u);
  atomicAdd(&sums[1], u32(round(1e6f * separation[row].distance)));
}`;

const engine = await createEngine({
  gpu: true,
  workers: 0,
  capacity: { colliders: BOXES, pairs: 16 * BOXES },
  // also for few pairs, and on a GPU of software
  tuning: { gpuFrom: 1, gpuOnSoftware: true },
});
const { scene, gpuDevice } = engine;
scene.addColliders(scene.addShape(box(0.3, 0.2, 0.1)), BOXES);
for (let id = 0; id < BOXES; id++) {
  // a sequence that fills a room of 8 m
  for (let axis = 0; axis < 3; axis++) {
    scene.positions[4 * id + axis] = 8 * ((id * [0.819, 0.671, 0.549][axis]!) % 1);
  }
  const turn = [Math.sin(id), Math.cos(id), Math.sin(3 * id), 1];
  scene.rotations.set(
    turn.map((x) => x / Math.hypot(...turn)),
    4 * id,
  );
}
const pairs = await engine.findPairs({ margin: NEAR });
const gaps = await engine.distance(pairs, { maxDistance: NEAR, depth: false, read: 'none' });
const [count, sum] = gaps.gpu && gpuDevice ? await sumOnGpu(gpuDevice, gaps.gpu) : await sumHere();
console.log(`${count} of ${gaps.count} pairs have gaps below 10 cm, together ${(sum! / 1e6).toFixed(1)} m`);
await engine.close();

async function sumOnGpu(device: GPUDevice, columns: NonNullable<DistanceResults['gpu']>): Promise<Uint32Array> {
  const module = device.createShaderModule({ code: SHADER });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const [STORAGE, COPY_SRC, COPY_DST, MAP_READ] = [0x80, 4, 8, 1]; // of GPUBufferUsage, which Node has not
  const sums = device.createBuffer({ size: 8, usage: STORAGE | COPY_SRC });
  const staging = device.createBuffer({ size: 8, usage: COPY_DST | MAP_READ });
  const { status, separation } = columns;
  const entries = [
    { binding: 0, resource: { buffer: status!.buffer } },
    { binding: 1, resource: { buffer: separation!.buffer, size: separation!.size } },
    { binding: 2, resource: { buffer: sums } },
  ];
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(Math.ceil(gaps.count / 64));
  pass.end();
  encoder.copyBufferToBuffer(sums, 0, staging, 0, 8);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  return new Uint32Array(staging.getMappedRange().slice());
}

async function sumHere(): Promise<[count: number, sum: number]> {
  const [status, separation] = [await gaps.load('status'), await gaps.load('separation')];
  const rows = Array.from({ length: gaps.count }, (_, row) => row).filter((row) => status[row] === Status.Separated);
  return [rows.length, rows.reduce((sum, row) => sum + Math.round(1e6 * separation[4 * row + 3]!), 0)];
}
