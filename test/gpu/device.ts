/**
 * A device of WebGPU in Node, for tests: that of the package `webgpu`, which is installed in `webgpu` alone. Without
 * a GPU it finds SwiftShader of Debian's Chromium by the variables that vitest.config.ts sets.
 */
import { createRequire } from 'node:module';

interface WebGpuPackage {
  create(flags: readonly string[]): GPU;
  readonly globals: object;
}

/** Kept as long as the device. */
let gpu: GPU | undefined;

/**
 * @returns the device, or why there is none
 * @throws Error if there is none in CI
 */
export async function openDevice(): Promise<GPUDevice | string> {
  const reason = await adapterOrReason();
  if (typeof reason !== 'string') {
    const device = await reason.requestDevice();
    device.addEventListener('uncapturederror', ({ error }) => {
      throw new Error(`WebGPU: ${error.message}`);
    });
    return device;
  }
  if (process.env.CI) throw new Error(`test/gpu: expected an adapter, got none: ${reason}`);
  return reason;
}

async function adapterOrReason(): Promise<GPUAdapter | string> {
  try {
    const { create, globals } = createRequire(new URL('webgpu/package.json', import.meta.url))(
      'webgpu',
    ) as WebGpuPackage;
    Object.assign(globalThis, globals);
    gpu = create([]);
  } catch (error) {
    return `the package webgpu does not load (npm ci --ignore-scripts --prefix test/gpu/webgpu): ${error}`;
  }
  return (await gpu.requestAdapter()) ?? 'no adapter: neither a GPU nor Chromium with SwiftShader is installed';
}
