/**
 * WebGPU in JavaScript, as far as src/gpu uses it: buffers, copies, mapping, error scopes, a device that is lost. Its
 * shaders are functions with the names of the entry points, which compute boxes by `hullstorm/pair`. So what surrounds
 * the shaders is tested without a device, and fails as a test wants it to.
 */
import { box, createPairDistance, distance, Status } from '../../src/pair.ts';
import {
  LEFT_FROM,
  PARAM_COLLIDERS,
  PARAM_FIRST,
  PARAM_MAX_DISTANCE,
  PARAM_ROWS,
  POSE_BYTES,
  PUT_BYTES,
} from '../../src/tables/gpuLayout.ts';

/** How a fake adapter and its devices behave. */
export interface FakeOptions {
  readonly limits?: Readonly<Record<string, number>>;
  readonly isSoftware?: boolean;
  /** No adapter. */
  readonly isMissing?: boolean;
  /** The entry point whose pipeline is refused. */
  readonly refused?: string;
  /** Changes the verdict of a row. */
  readonly verdict?: (verdict: number, row: number) => number;
  /** Changes a distance. */
  readonly distance?: (distance: number, row: number) => number;
}

const LIMITS = {
  maxStorageBuffersPerShaderStage: 8,
  maxStorageBufferBindingSize: 2 ** 27,
  maxBufferSize: 2 ** 28,
};
const MAP_READ = 1;
const UNIFORM = 64;

class FakeBuffer {
  mapState: 'unmapped' | 'mapped' = 'unmapped';
  isDestroyed = false;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly device: FakeDevice;
  readonly size: number;
  readonly usage: number;

  constructor(device: FakeDevice, { size, usage }: { size: number; usage: number }) {
    this.device = device;
    this.size = size;
    this.usage = usage;
    this.bytes = new Uint8Array(size);
  }

  async mapAsync(mode: number): Promise<void> {
    if (mode !== MAP_READ || this.mapState !== 'unmapped') throw new Error('cannot be mapped');
    await this.device.settled();
    this.mapState = 'mapped';
  }

  getMappedRange(offset = 0, size = this.size): ArrayBuffer {
    if (this.mapState !== 'mapped') throw new Error('is not mapped');
    return this.bytes.buffer.slice(offset, offset + size);
  }

  unmap(): void {
    this.mapState = 'unmapped';
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

interface Binding {
  readonly buffer: FakeBuffer;
  readonly offset?: number;
  readonly size?: number;
}
type Bound = ReadonlyMap<number, Binding>;

interface FakePipeline {
  readonly entryPoint: string;
  readonly depth: boolean;
  getBindGroupLayout(): object;
}

/** The words of a binding. */
class Words {
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly u8: Uint8Array;

  constructor({ buffer, offset = 0, size = buffer.size - offset }: Binding) {
    if (offset % 256 !== 0) throw new Error(`offset ${offset} of a binding`);
    this.u8 = buffer.bytes.subarray(offset, offset + size);
    this.u32 = new Uint32Array(buffer.bytes.buffer, offset, Math.floor(size / 4));
    this.f32 = new Float32Array(this.u32.buffer, offset, this.u32.length);
  }
}

export class FakeDevice {
  readonly limits: typeof LIMITS;
  readonly adapterInfo: object;
  readonly options: FakeOptions;
  readonly lost: Promise<{ reason: string; message: string }>;
  /** Buffers made, bytes written to those of rows, and work submitted so far. */
  buffers = 0;
  written = 0;
  submits = 0;
  isDestroyed = false;
  /** Loses the device at this submit from now on. */
  loseIn = Infinity;
  #isLost = false;
  #tellLost: (info: { reason: string; message: string }) => void = () => {};
  readonly #scopes: (Error | undefined)[] = [];
  readonly #failures = new Set<(cause: Error) => void>();

  constructor(options: FakeOptions, adapterInfo: object) {
    this.options = options;
    this.limits = { ...LIMITS, ...options.limits };
    this.adapterInfo = adapterInfo;
    this.lost = new Promise((resolve) => {
      this.#tellLost = resolve;
    });
  }

  readonly queue = {
    writeBuffer: (buffer: FakeBuffer, at: number, data: ArrayBufferView, from = 0, count?: number) => {
      if (data.buffer instanceof SharedArrayBuffer) throw new Error('a view of shared memory');
      const unit = (data as Uint8Array).BYTES_PER_ELEMENT;
      const bytes = count === undefined ? data.byteLength : count * unit;
      if (at + bytes > buffer.size) this.#fail(`write beyond the end: ${at} + ${bytes} > ${buffer.size}`);
      else buffer.bytes.set(new Uint8Array(data.buffer, data.byteOffset + from * unit, bytes), at);
      // without parameters: their number depends on the chunks, and these on the clock
      if ((buffer.usage & UNIFORM) === 0) this.written += bytes;
    },
    submit: (commands: readonly (() => void)[]) => {
      this.submits++;
      if (--this.loseIn < 0) this.lose('taken away');
      if (!this.#isLost) for (const command of commands) command();
    },
    onSubmittedWorkDone: () => this.settled(),
  };

  /** Resolves in a while; rejects if the device is lost by then. */
  settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#failures.add(reject);
      if (this.#isLost) reject(new Error('the device is lost'));
      setImmediate(resolve);
    });
  }

  createBuffer(wish: { size: number; usage: number }): FakeBuffer {
    this.buffers++;
    if (wish.size > this.limits.maxBufferSize) this.#fail(`a buffer of ${wish.size} bytes`);
    return new FakeBuffer(this, wish);
  }

  createShaderModule(): object {
    return {};
  }

  async createComputePipelineAsync({
    compute: { entryPoint, constants },
  }: {
    compute: { entryPoint: string; constants?: { depth?: number } };
  }): Promise<FakePipeline> {
    if (this.options.refused === entryPoint) throw new Error(`cannot compile ${entryPoint}`);
    return { entryPoint, depth: constants?.depth === 1, getBindGroupLayout: () => ({}) };
  }

  createBindGroupLayout(): object {
    return {};
  }

  createBindGroup({ entries }: { entries: readonly { binding: number; resource: Binding }[] }): Bound {
    for (const { resource } of entries) {
      const { buffer, offset = 0, size = buffer.size } = resource;
      if (buffer.device !== this) this.#fail('a buffer of another device');
      if (offset + size > buffer.size && resource.size !== undefined) this.#fail('a binding beyond the end');
      if (Math.min(size, buffer.size) > this.limits.maxStorageBufferBindingSize) this.#fail('a binding too large');
    }
    return new Map(entries.map(({ binding, resource }) => [binding, resource]));
  }

  createCommandEncoder() {
    const commands: (() => void)[] = [];
    return {
      clearBuffer: (buffer: FakeBuffer, at: number, bytes: number) =>
        commands.push(() => buffer.bytes.fill(0, at, at + bytes)),
      copyBufferToBuffer: (from: FakeBuffer, at: number, to: FakeBuffer, toAt: number, bytes: number) => {
        if (bytes % 4 !== 0 || at % 4 !== 0) this.#fail('a copy of odd bytes');
        if (at + bytes > from.size || toAt + bytes > to.size) this.#fail('a copy beyond the end');
        commands.push(() => to.bytes.set(from.bytes.subarray(at, at + bytes), toAt));
      },
      beginComputePass: () => {
        let pipeline: FakePipeline;
        let bound: Bound;
        return {
          setPipeline: (next: FakePipeline) => {
            pipeline = next;
          },
          setBindGroup: (_: number, next: Bound) => {
            bound = next;
          },
          dispatchWorkgroups: () => {
            const [now, with_] = [pipeline, bound];
            for (const { buffer } of with_.values()) if (buffer.isDestroyed) this.#fail('a destroyed buffer');
            commands.push(() => SHADERS[now.entryPoint]!((binding) => new Words(with_.get(binding)!), this, now.depth));
          },
          end() {},
        };
      },
      finish: () => () => {
        for (const command of commands) command();
      },
    };
  }

  pushErrorScope(): void {
    this.#scopes.push(undefined);
  }

  async popErrorScope(): Promise<Error | null> {
    return this.#scopes.pop() ?? null;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.lose('destroyed');
  }

  lose(message: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    for (const fail of this.#failures) fail(new Error(message));
    this.#tellLost({ reason: message, message });
  }

  #fail(message: string): void {
    const at = this.#scopes.length - 1;
    if (at < 0) throw new Error(`no error scope: ${message}`);
    this.#scopes[at] ??= new Error(message);
  }
}

type Shader = (at: (binding: number) => Words, device: FakeDevice, depth: boolean) => void;

const crates = new Map<string, ReturnType<typeof box>>();
function crateOf([x, y, z]: Float32Array): ReturnType<typeof box> {
  const key = `${x} ${y} ${z}`;
  if (!crates.has(key)) crates.set(key, box(x!, y!, z!));
  return crates.get(key)!;
}

/** A pose row: x y z in f64, 1 for a box, quaternion, half extents. */
function poseAt({ u8 }: Words, id: number) {
  const row = u8.slice(POSE_BYTES * id, POSE_BYTES * (id + 1)).buffer;
  return {
    isBox: new Uint32Array(row)[6] === 1,
    position: new Float64Array(row, 0, 3),
    rotation: new Float32Array(row, 32, 4),
    half: new Float32Array(row, 52, 3),
  };
}

const out = createPairDistance();

/** Computes rows as the kernels of boxes do. */
function rowsOf(at: (binding: number) => Words, device: FakeDevice, isFlags: boolean, depth: boolean): void {
  const params = at(0);
  const [poses, ids, verdicts] = [at(1), at(2), at(4)];
  const limit = params.f32[PARAM_MAX_DISTANCE / 4]!;
  for (let row = 0; row < params.u32[PARAM_ROWS / 4]!; row++) {
    const [a, b] = [ids.u32[2 * row]!, ids.u32[2 * row + 1]!];
    let verdict = 255;
    if (Math.max(a, b) < params.u32[PARAM_COLLIDERS / 4]! && a !== b) {
      const [first, second] = [poseAt(poses, a), poseAt(poses, b)];
      if (first.isBox && second.isBox) {
        const maxDistance = isFlags || limit >= 1e18 ? Infinity : limit;
        const options = { maxDistance, depth: depth || isFlags };
        distance(crateOf(first.half), first, crateOf(second.half), second, out, options);
        verdict = out.status;
        if (isFlags && verdict === Status.BeyondMaxDistance) verdict = Status.Separated;
        if (!isFlags) writeRow(at, row, device);
      }
    }
    verdicts.u32[row] = device.options.verdict?.(verdict, row + params.u32[PARAM_FIRST / 4]!) ?? verdict;
  }
}

function writeRow(at: (binding: number) => Words, row: number, { options }: FakeDevice): void {
  const apart = options.distance?.(out.distance, row) ?? out.distance;
  at(5).f32.set([...out.normal, apart], 4 * row);
  at(6).f32.set([...out.offsetA, out.errorBound], 4 * row);
  at(7).f32.set([...out.offsetB, 0], 4 * row);
  at(8).u32.fill(0xffffffff, 4 * row, 4 * row + 4);
}

/** Bytes of a row of `putRows`: where each column begins, and its binding. */
const PUT = { 5: 4, 6: 8, 7: 12, 8: 16 } as const;

function put(at: (binding: number) => Words, isWhole: boolean): void {
  const words = PUT_BYTES / 4;
  const given = at(1).u32;
  for (let k = 0; k < at(0).u32[PARAM_ROWS / 4]!; k++) {
    const row = given[words * k]!;
    at(4).u32[row] = given[words * k + 1]!;
    if (!isWhole) continue;
    for (const [binding, first] of Object.entries(PUT)) {
      at(Number(binding)).u32.set(given.subarray(words * k + first, words * k + first + 4), 4 * row);
    }
  }
}

const SHADERS: Readonly<Record<string, Shader>> = {
  preparePoses(at) {
    const [rows, first] = [at(0).u32[PARAM_ROWS / 4]!, at(0).u32[PARAM_FIRST / 4]!];
    for (let id = first; id < first + rows; id++) {
      const pose = new Uint8Array(POSE_BYTES);
      pose.set(at(1).u8.subarray(32 * id, 32 * id + 24));
      pose.set(at(2).u8.subarray(16 * id, 16 * id + 16), 32);
      pose.set(at(3).u8.subarray(16 * id, 16 * id + 16), 48);
      const position = new Float64Array(pose.buffer, 0, 3);
      const rotation = new Float32Array(pose.buffer, 32, 4);
      const size = Math.max(...rotation.map(Math.abs));
      const isOrdinary = Math.max(...position.map(Math.abs)) < 2 ** 22 && size > 1e-9 && size < 1e9;
      new Uint32Array(pose.buffer)[6] = isOrdinary && at(3).f32[4 * id] === 0 ? 1 : 0;
      at(4).u8.set(pose, POSE_BYTES * id);
    }
  },
  flags: (at, device) => rowsOf(at, device, true, false),
  distance: (at, device, depth) => rowsOf(at, device, false, depth),
  pack(at) {
    const [rows, first] = [at(0).u32[PARAM_ROWS / 4]!, at(0).u32[PARAM_FIRST / 4]!];
    const left = at(3).u32;
    for (let row = 0; row < rows; row++) {
      const verdict = at(1).u32[row]!;
      at(2).u8[row] = verdict;
      if (verdict === Status.Overlapping) left[1]!++;
      if (verdict < LEFT_FROM) continue;
      const k = left[0]!++;
      if (4 + k < left.length) left[4 + k] = first + row;
    }
  },
  putRows: (at) => put(at, true),
  putStatuses: (at) => put(at, false),
};

/** A `GPU` with adapters of these kinds, in turn; the last one again and again. */
export function fakeGpu(...kinds: readonly FakeOptions[]) {
  const devices: FakeDevice[] = [];
  let asked = 0;
  const gpu = {
    async requestAdapter() {
      const options = kinds[Math.min(asked++, kinds.length - 1)] ?? {};
      if (options.isMissing) return null;
      const info = {
        vendor: 'fake',
        architecture: 'none',
        description: 'fake device',
        isFallbackAdapter: options.isSoftware ?? false,
      };
      const limits = { ...LIMITS, ...options.limits };
      let isConsumed = false;
      return {
        info,
        limits,
        async requestDevice() {
          if (isConsumed) throw new Error('the adapter is consumed');
          isConsumed = true;
          const device = new FakeDevice(options, info);
          devices.push(device);
          return device;
        },
      };
    },
  };
  return {
    gpu,
    devices,
    /** Adapters that were asked for. */
    get asked() {
      return asked;
    },
  };
}
