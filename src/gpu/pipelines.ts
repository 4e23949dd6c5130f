/** The pipelines of a device. Engines on the same device share them. */
import { GROUP, MOST_GROUPS } from '../tables/gpuLayout.ts';
import { NoGpu, textOf } from './failure.ts';

export interface Pipelines {
  /** Poses of colliders, from the columns of the scene. */
  readonly poses: GPUComputePipeline;
  readonly flags: GPUComputePipeline;
  readonly distance: GPUComputePipeline;
  /** `distance` with penetration depth. */
  readonly depth: GPUComputePipeline;
  /** Status bytes, and rows that are left to the threads. */
  readonly pack: GPUComputePipeline;
  /** Rows that the threads have computed: whole rows, and status alone. */
  readonly putRows: GPUComputePipeline;
  readonly putStatuses: GPUComputePipeline;
}

const made = new WeakMap<GPUDevice, Promise<Pipelines>>();

/** The pipelines of `device`, compiled at the first call. @throws NoGpu if one is refused */
export function pipelinesOf(device: GPUDevice): Promise<Pipelines> {
  const known = made.get(device);
  if (known) return known;
  const pipelines = import('#wasm/wgsl.js').then(({ wgsl }) => makePipelines(device, wgsl));
  made.set(device, pipelines);
  return pipelines;
}

/** @param wgsl texts by module @throws NoGpu */
export async function makePipelines(device: GPUDevice, wgsl: Readonly<Record<string, string>>): Promise<Pipelines> {
  const modules: Record<string, GPUShaderModule> = {};
  for (const [name, code] of Object.entries(wgsl)) {
    modules[name] = device.createShaderModule({ label: `hullstorm ${name}`, code });
  }
  const make = async (name: string, entryPoint: string, constants: Record<string, number> = {}) => {
    const compute = { module: modules[name], entryPoint, constants };
    try {
      return await device.createComputePipelineAsync({ label: `hullstorm ${entryPoint}`, layout: 'auto', compute });
    } catch (cause) {
      throw new NoGpu(`the pipeline '${entryPoint}' of the GPU`, `an error: ${textOf(cause)}`);
    }
  };
  const [poses, flags, distance, depth, pack, putRows, putStatuses] = await Promise.all([
    make('poses', 'preparePoses'),
    make('boxes', 'flags'),
    make('boxes', 'distance'),
    make('boxes', 'distance', { depth: 1 }),
    make('pack', 'pack'),
    make('scatter', 'putRows'),
    make('scatter', 'putStatuses'),
  ]);
  return { poses, flags, distance, depth, pack, putRows, putStatuses };
}

/** Bindings of a pass: the parameters, then storage buffers by their numbers. */
export type Bound = Readonly<Record<number, GPUBufferBinding>>;

/** Runs a pipeline once per item of `items`. */
export function dispatch(
  device: GPUDevice,
  pass: GPUComputePassEncoder,
  pipeline: GPUComputePipeline,
  bound: Bound,
  items: number,
): void {
  const entries = Object.entries(bound).map(([binding, resource]) => ({ binding: Number(binding), resource }));
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  const groups = Math.ceil(items / GROUP);
  pass.dispatchWorkgroups(Math.min(groups, MOST_GROUPS), Math.ceil(groups / MOST_GROUPS));
}
