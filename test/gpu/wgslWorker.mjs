/**
 * The thread of wgslHost.ts: it has the device, and runs one call after the other. It is JavaScript: the thread that
 * waits for it cannot load TypeScript for it.
 */
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** The bits of `GPUBufferUsage`. */
const USAGE = { MAP_READ: 1, COPY_SRC: 4, COPY_DST: 8, STORAGE: 128 };
const DONE = 1;
const FAILED = 2;

const { control, error } = workerData;
const words = new Int32Array(control);
const found = await openDevice().catch((thrown) => thrown.message);
const pipelines = new Map();

async function openDevice() {
  const require = createRequire(new URL('webgpu/package.json', import.meta.url));
  const { create, globals } = require('webgpu');
  Object.assign(globalThis, globals);
  // kept as long as the device
  globalThis.ownGpu = create([]);
  const adapter = await globalThis.ownGpu.requestAdapter();
  return adapter ? adapter.requestDevice() : 'no adapter: neither a GPU nor Chromium with SwiftShader is installed';
}

function answer(state, reason = '') {
  if (state === FAILED) new Uint8Array(error).fill(0).set(new TextEncoder().encode(reason).subarray(0, 4000));
  Atomics.store(words, 0, state);
  Atomics.notify(words, 0);
}

async function make(device, { code, entry }) {
  const module = device.createShaderModule({ code });
  const { messages } = await module.getCompilationInfo();
  const wrong = messages.filter(({ type }) => type === 'error');
  if (wrong.length > 0) throw new Error(wrong.map(({ lineNum, message }) => `${lineNum}: ${message}`).join('\n'));
  return device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: entry } });
}

async function run(device, message) {
  const key = `${message.module} ${message.entry}`;
  if (!pipelines.has(key)) pipelines.set(key, make(device, message));
  const pipeline = await pipelines.get(key);
  const memory = new Uint8Array(message.memory);
  const given = new Uint8Array(control, 4);
  const buffers = [memory, given].map((bytes) => {
    const usage = USAGE.STORAGE | USAGE.COPY_DST | USAGE.COPY_SRC;
    const buffer = device.createBuffer({ size: bytes.length, usage });
    device.queue.writeBuffer(buffer, 0, Uint8Array.from(bytes));
    return buffer;
  });
  const staging = device.createBuffer({
    size: memory.length + given.length,
    usage: USAGE.COPY_DST | USAGE.MAP_READ,
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(buffers[0], 0, staging, 0, memory.length);
  encoder.copyBufferToBuffer(buffers[1], 0, staging, memory.length, given.length);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(USAGE.MAP_READ);
  const bytes = new Uint8Array(staging.getMappedRange());
  memory.set(bytes.subarray(0, memory.length));
  given.set(bytes.subarray(memory.length));
  staging.destroy();
  for (const buffer of buffers) buffer.destroy();
}

if (typeof found === 'string') answer(FAILED, found);
else {
  parentPort.on('message', (message) => {
    run(found, message).then(
      () => answer(DONE),
      (thrown) => answer(FAILED, thrown.message),
    );
  });
  answer(DONE);
}
