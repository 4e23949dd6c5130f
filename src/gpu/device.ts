/** Finds a device: an adapter's, or one that a user lends. */
import { NoGpu, textOf } from './failure.ts';

/** Where WebGPU comes from: `navigator.gpu`, or the package `webgpu` in Node. */
export type FindGpu = () => Promise<GPU | string>;

/** What a device is asked for. */
export interface DeviceWish {
  /** WebGPU here, or why there is none. */
  readonly find: FindGpu;
  /** A device of the user's. */
  readonly borrowed: GPUDevice | undefined;
  /** Whether a software adapter will do. */
  readonly onSoftware: boolean;
}

export interface OpenDevice {
  readonly device: GPUDevice;
  readonly isBorrowed: boolean;
  readonly adapter: Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'description'>;
  readonly isSoftware: boolean;
  /** In Node a device ends with the object that made it. */
  readonly gpu: GPU | undefined;
}

/** Storage buffers that the kernels bind: the portable number. */
const STORAGE_BUFFERS = 8;
/** Bytes of one binding: the portable number, which two million rows need. */
const BINDING_BYTES = 2 ** 27;
const MOST_BYTES = 2 ** 31 - 4;
const LIMITS = ['maxStorageBufferBindingSize', 'maxBufferSize'] as const;

/** @throws NoGpu */
export async function openDevice({ find, borrowed, onSoftware }: DeviceWish): Promise<OpenDevice> {
  if (borrowed) {
    checkLimits(borrowed.limits);
    return { ...described(borrowed.adapterInfo, onSoftware), device: borrowed, isBorrowed: true, gpu: undefined };
  }
  const gpu = await find();
  if (typeof gpu === 'string') throw new NoGpu('a GPU', gpu);
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(refused);
  if (!adapter) throw new NoGpu('a GPU', 'no adapter of WebGPU');
  const found = described(adapter.info, onSoftware);
  const { limits } = adapter;
  checkLimits(limits);
  const requiredLimits: Record<string, number> = { maxStorageBuffersPerShaderStage: STORAGE_BUFFERS };
  for (const name of LIMITS) requiredLimits[name] = Math.min(limits[name], MOST_BYTES);
  const device = await adapter.requestDevice({ label: 'hullstorm', requiredLimits }).catch(refused);
  return { ...found, device, isBorrowed: false, gpu };
}

function refused(cause: unknown): never {
  throw new NoGpu('a device of WebGPU', `an error: ${textOf(cause)}`);
}

function described(info: GPUAdapterInfo | undefined, onSoftware: boolean) {
  const { vendor = '', architecture = '', description = '', isFallbackAdapter: isSoftware = false } = info ?? {};
  const name = description || architecture || vendor;
  if (isSoftware && !onSoftware) throw new NoGpu('a GPU', `software that stands for one (${name})`);
  return { adapter: { vendor, architecture, description }, isSoftware };
}

function checkLimits(limits: GPUSupportedLimits): void {
  const { maxStorageBuffersPerShaderStage: buffers, maxStorageBufferBindingSize: bytes } = limits;
  if (buffers < STORAGE_BUFFERS) {
    throw new NoGpu(`a GPU with ${STORAGE_BUFFERS} storage buffers per shader`, `one with ${buffers}`);
  }
  if (bytes < BINDING_BYTES) throw new NoGpu(`a GPU with bindings of ${BINDING_BYTES} bytes`, `one with ${bytes}`);
}
