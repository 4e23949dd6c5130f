/** The poses of colliders on a GPU: columns as they lie in the memory, and rows that a pass makes of them. */

import type { QueryScene } from '../queries/queryRunner.ts';
import { ROWS } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { PARAM_BYTES, POSE_BYTES } from '../tables/gpuLayout.ts';
import { GrowingBuffer, ROWS_USAGE, type Traffic } from './buffers.ts';
import { paramsOf } from './leftRows.ts';
import { dispatch, type Pipelines } from './pipelines.ts';

/** Bytes of a collider in the widest buffer. */
export const MOST_COLLIDER_BYTES = POSE_BYTES;

export class ScenePoses {
  readonly #device: GPUDevice;
  readonly #frame: Frame;
  readonly #scene: QueryScene;
  readonly #positions: GrowingBuffer;
  readonly #rotations: GrowingBuffer;
  readonly #halfExtents: GrowingBuffer;
  readonly #poses: GrowingBuffer;
  /** Colliders whose poses on the GPU are older than those of the memory: none if `#end` is 0. */
  #begin = 0;
  #end = Infinity;
  /** `calls` and `lastBirth` of the scene when poses, and half extents, were written. */
  #calls = -1;
  #births = -1;

  constructor(device: GPUDevice, frame: Frame, scene: QueryScene) {
    this.#device = device;
    this.#frame = frame;
    this.#scene = scene;
    const make = (label: string) => new GrowingBuffer(device, label, ROWS_USAGE);
    this.#positions = make('positions');
    this.#rotations = make('rotations');
    this.#halfExtents = make('half extents');
    this.#poses = make('poses');
  }

  /** The rows that the pass has made. */
  get buffer(): GPUBuffer {
    return this.#poses.buffer;
  }

  /** Records which colliders have moved: poses are written by `update`. @param moved undefined: all */
  moved(moved: readonly [begin: number, end: number] | undefined): void {
    const [begin, end] = moved ?? [0, Infinity];
    if (begin >= end) return;
    this.#begin = this.#end === 0 ? begin : Math.min(this.#begin, begin);
    this.#end = Math.max(this.#end, end);
  }

  /** Writes poses that are older. @returns the pass that prepares them */
  update(traffic: Traffic, params: GPUBuffer, { poses: pipeline }: Pipelines) {
    const { colliders, counts } = this.#frame;
    const rows = counts[ROWS];
    this.#reserve(rows);
    if (this.#births !== this.#scene.changes.lastBirth) {
      traffic.write(this.#halfExtents.buffer, colliders.halfExtents, 0, 16 * rows);
    }
    if (this.#calls !== this.#scene.changes.calls) this.moved(undefined);
    this.#births = this.#scene.changes.lastBirth;
    this.#calls = this.#scene.changes.calls;
    const [first, end] = [this.#begin, Math.min(this.#end, rows)];
    this.#begin = 0;
    this.#end = 0;
    if (first >= end) return () => {};
    traffic.write(this.#positions.buffer, colliders.positions, 32 * first, 32 * end);
    traffic.write(this.#rotations.buffer, colliders.rotations, 16 * first, 16 * end);
    this.#device.queue.writeBuffer(params, PARAM_BYTES, paramsOf(end - first, first));
    const [positions, rotations, halfExtents, poses] = [
      this.#positions,
      this.#rotations,
      this.#halfExtents,
      this.#poses,
    ].map(({ buffer }) => ({ buffer }));
    const bound = { 0: { buffer: params, offset: PARAM_BYTES, size: PARAM_BYTES } };
    return (pass: GPUComputePassEncoder) => {
      const all = { ...bound, 1: positions, 2: rotations, 3: halfExtents, 4: poses };
      dispatch(this.#device, pass, pipeline, all, end - first);
    };
  }

  /** New buffers are without poses. */
  #reserve(rows: number): void {
    if (this.#halfExtents.reserve(16 * rows)) this.#births = -1;
    const isNew = [
      this.#positions.reserve(32 * rows),
      this.#rotations.reserve(16 * rows),
      this.#poses.reserve(POSE_BYTES * rows),
    ];
    if (isNew.includes(true)) this.moved(undefined);
  }

  destroy(): void {
    for (const each of [this.#positions, this.#rotations, this.#halfExtents, this.#poses]) each.destroy();
  }
}
