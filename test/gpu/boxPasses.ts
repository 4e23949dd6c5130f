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

export class BoxPasses {
  readonly #device: GPUDevice;
  readonly #pipelines: ReadonlyMap<string, GPUComputePipeline>;

  private constructor(device: GPUDevice, pipelines: ReadonlyMap<string, GPUComputePipeline>) {
    this.#device = device;
    this.#pipelines = pipelines;
  }

  static async open(device: GPUDevice, texts: Pick<GpuTexts, 'boxes' | 'poses' | 'pack'>): Promise<BoxPasses> {
    const make = async (name: string, code: string, entryPoint: string, constants: Record<string, number> = {}) => {
      const module = device.createShaderModule({ code });
      const compute = { module, entryPoint, constants };
      return [name, await device.createComputePipelineAsync({ layout: 'auto', compute })] as const;
    };
    const pipelines = await Promise.all([
      make('poses', texts.poses, 'preparePoses'),
      make('flags', texts.boxes, 'flags'),
      make('distance', texts.boxes, 'distance'),
      make('signed', texts.boxes, 'distance', { depth: 1 }),
      make('pack', texts.pack, 'pack'),
    ]);
    return new BoxPasses(device, new Map(pipelines));
  }

  async run(scene: BoxScene, query: BoxQuery): Promise<GpuResults> {
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
    const params = (count: number) => {
      const view = new DataView(new ArrayBuffer(PARAM_BYTES));
      view.setUint32(PARAM_ROWS, count, true);
      view.setUint32(PARAM_FIRST, 0, true);
      view.setUint32(PARAM_COLLIDERS, colliders, true);
      view.setFloat32(PARAM_MAX_DISTANCE, Math.min(far, 1e18), true);
      return this.#buffer(PARAM_BYTES, new Uint8Array(view.buffer), USAGE.UNIFORM);
    };
    const encoder = this.#device.createCommandEncoder();
    this.#pass(encoder, 'poses', colliders, {
      0: params(colliders),
      1: this.#upload(positions.subarray(0, 4 * colliders)),
      2: this.#upload(rotations.subarray(0, 4 * colliders)),
      3: this.#upload(halfExtents.subarray(0, 4 * colliders)),
      4: poses,
    });
    const paramsOfRows = params(rows);
    const ids = this.#upload(scene.list.pairs.ids.subarray(0, 2 * rows));
    const both = { 0: paramsOfRows, 1: poses, 2: ids, 4: verdicts };
    const [separation, offsetA, offsetB, simplex] = columns as [GPUBuffer, GPUBuffer, GPUBuffer, GPUBuffer];
    const all = { ...both, 3: this.#upload(kept), 5: separation, 6: offsetA, 7: offsetB, 8: simplex };
    if (query.overlapOnly) this.#pass(encoder, 'flags', rows, both);
    else this.#pass(encoder, query.depth ? 'signed' : 'distance', rows, all);
    this.#pass(encoder, 'pack', Math.ceil(rows / 4), { 0: paramsOfRows, 1: verdicts, 2: statuses, 3: left });
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

  #pass(encoder: GPUCommandEncoder, name: string, invocations: number, buffers: Buffers): void {
    const pipeline = this.#pipelines.get(name)!;
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
