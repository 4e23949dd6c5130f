/** Runs the WGSL of boxes over the columns of a scene, and reads all that it writes. */

import { ROWS as COUNTED_COLLIDERS } from '../../src/tables/countTable.ts';
import {
  COUNTED_LEFT,
  COUNTED_OVERLAPPING,
  COUNTER_WORDS,
  GROUP,
  LEFT_FROM,
  MOST_GROUPS,
  PARAM_BYTES,
  PARAM_COLLIDERS,
  PARAM_FIRST,
  PARAM_MAX_DISTANCE,
  PARAM_ROWS,
  POSE_BYTES,
} from '../../src/tables/gpuLayout.ts';
import { MAX_DISTANCE } from '../../src/tables/kernelContext.ts';
import type { GpuTexts } from '../../tools/lanes/gpuTexts.ts';
import type { BoxQuery, BoxResults, BoxScene } from '../support/boxRows.ts';

/** The bits of `GPUBufferUsage`. */
const USAGE = { MAP_READ: 1, COPY_SRC: 4, COPY_DST: 8, UNIFORM: 64, STORAGE: 128 };

type Buffers = Readonly<Record<number, GPUBuffer>>;

/** What the passes give: the results, and what `pack` makes of the verdicts. */
export interface GpuResults extends BoxResults {
  readonly verdicts: Uint32Array;
  readonly statuses: Uint8Array;
  readonly listed: readonly number[];
  readonly overlapping: number;
}

const ENTRIES = {
  poses: { text: 'poses', entryPoint: 'preparePoses', constants: {} },
  flags: { text: 'boxes', entryPoint: 'flags', constants: {} },
  distance: { text: 'boxes', entryPoint: 'distance', constants: {} },
  signed: { text: 'boxes', entryPoint: 'distance', constants: { depth: 1 } },
  pack: { text: 'pack', entryPoint: 'pack', constants: {} },
} as const;

export class BoxPasses {
  readonly #device: GPUDevice;
  readonly #texts: Pick<GpuTexts, 'boxes' | 'poses' | 'pack'>;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();

  /** Pipelines are made as they are needed. */
  constructor(device: GPUDevice, texts: Pick<GpuTexts, 'boxes' | 'poses' | 'pack'>) {
    this.#device = device;
    this.#texts = texts;
  }

  #pipeline(name: keyof typeof ENTRIES): Promise<GPUComputePipeline> {
    const known = this.#pipelines.get(name);
    if (known) return known;
    const { text, entryPoint, constants } = ENTRIES[name];
    const module = this.#device.createShaderModule({ code: this.#texts[text] });
    const compute = { module, entryPoint, constants };
    const made = this.#device.createComputePipelineAsync({ layout: 'auto', compute });
    this.#pipelines.set(name, made);
    return made;
  }

  /** @param count of rows that are computed: the first ones */
  async run(scene: BoxScene, query: BoxQuery, count = scene.rows): Promise<GpuResults> {
    scene.set(query);
    const { rows } = scene;
    const { positions, rotations, halfExtents } = scene.frame.colliders;
    const colliders = scene.frame.counts[COUNTED_COLLIDERS]!;
    const kept = new Uint32Array(scene.from.buffer, scene.from.byteOffset, 4 * rows);
    const [poses, verdicts, statuses] = [POSE_BYTES * colliders, 4 * rows, 4 * Math.ceil(rows / 4)].map((bytes) =>
      this.#buffer(bytes),
    ) as [GPUBuffer, GPUBuffer, GPUBuffer];
    const columns = Array.from({ length: 4 }, () => this.#buffer(16 * rows));
    const left = this.#buffer(4 * (COUNTER_WORDS + rows));
    const far = new Float32Array(scene.frame.buffer, scene.kernel.words.byteOffset + 4 * MAX_DISTANCE, 1)[0]!;
    const params = (many: number) => {
      const view = new DataView(new ArrayBuffer(PARAM_BYTES));
      view.setUint32(PARAM_ROWS, many, true);
      view.setUint32(PARAM_FIRST, 0, true);
      view.setUint32(PARAM_COLLIDERS, colliders, true);
      view.setFloat32(PARAM_MAX_DISTANCE, Math.min(far, 1e18), true);
      return this.#buffer(PARAM_BYTES, new Uint8Array(view.buffer), USAGE.UNIFORM);
    };
    const encoder = this.#device.createCommandEncoder();
    await this.#pass(encoder, 'poses', colliders, {
      0: params(colliders),
      1: this.#upload(positions.subarray(0, 4 * colliders)),
      2: this.#upload(rotations.subarray(0, 4 * colliders)),
      3: this.#upload(halfExtents.subarray(0, 4 * colliders)),
      4: poses,
    });
    const paramsOfRows = params(count);
    const ids = this.#upload(scene.list.pairs.ids.subarray(0, 2 * rows));
    const both = { 0: paramsOfRows, 1: poses, 2: ids, 4: verdicts };
    const [separation, offsetA, offsetB, simplex] = columns as [GPUBuffer, GPUBuffer, GPUBuffer, GPUBuffer];
    const all = { ...both, 3: this.#upload(kept), 5: separation, 6: offsetA, 7: offsetB, 8: simplex };
    if (query.overlapOnly) await this.#pass(encoder, 'flags', count, both);
    else await this.#pass(encoder, query.depth ? 'signed' : 'distance', count, all);
    await this.#pass(encoder, 'pack', Math.ceil(count / 4), { 0: paramsOfRows, 1: verdicts, 2: statuses, 3: left });
    this.#device.queue.submit([encoder.finish()]);
    const read = await Promise.all([verdicts, statuses, left, ...columns].map((buffer) => this.#read(buffer)));
    const [codes, bytes, words, ...written] = read as [ArrayBuffer, ArrayBuffer, ArrayBuffer, ...ArrayBuffer[]];
    const found = new Uint32Array(codes);
    const counts = new Uint32Array(words);
    const isLeft = (row: number) => found[row]! >= LEFT_FROM;
    return {
      status: Uint8Array.from(found),
      separation: new Float32Array(written[0]!),
      offsetA: new Float32Array(written[1]!),
      offsetB: new Float32Array(written[2]!),
      simplex: new Uint32Array(written[3]!),
      left: new Set(Array.from({ length: rows }, (_, row) => row).filter(isLeft)),
      verdicts: found,
      statuses: new Uint8Array(bytes, 0, rows),
      listed: [...counts.subarray(COUNTER_WORDS, COUNTER_WORDS + counts[COUNTED_LEFT]!)].sort((a, b) => a - b),
      overlapping: counts[COUNTED_OVERLAPPING]!,
    };
  }

  async #pass(
    encoder: GPUCommandEncoder,
    name: keyof typeof ENTRIES,
    invocations: number,
    buffers: Buffers,
  ): Promise<void> {
    const pipeline = await this.#pipeline(name);
    const entries = Object.entries(buffers).map(([binding, buffer]) => ({
      binding: Number(binding),
      resource: { buffer },
    }));
    const group = this.#device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    const groups = Math.ceil(invocations / GROUP);
    pass.dispatchWorkgroups(Math.min(groups, MOST_GROUPS), Math.ceil(groups / MOST_GROUPS));
    pass.end();
  }

  #buffer(bytes: number, data?: Uint8Array<ArrayBuffer>, more = 0): GPUBuffer {
    const usage = USAGE.STORAGE | USAGE.COPY_DST | USAGE.COPY_SRC | more;
    const buffer = this.#device.createBuffer({ size: Math.max(bytes, 16), usage });
    if (data) this.#device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  /** A copy: shared memory is never handed to the device. */
  #upload(view: ArrayBufferView): GPUBuffer {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    return this.#buffer(bytes.length, Uint8Array.from(bytes));
  }

  async #read(buffer: GPUBuffer): Promise<ArrayBuffer> {
    const usage = USAGE.COPY_DST | USAGE.MAP_READ;
    const staging = this.#device.createBuffer({ size: buffer.size, usage });
    const encoder = this.#device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
    this.#device.queue.submit([encoder.finish()]);
    await staging.mapAsync(USAGE.MAP_READ);
    const bytes = staging.getMappedRange().slice(0);
    staging.destroy();
    return bytes;
  }
}
