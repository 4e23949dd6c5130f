/** Draws cuboids from the buffers of an engine: a pass marks those that overlap, vertices are made of poses. */
import type { GpuColumn, GpuColumns } from 'hullstorm';
import { layoutWgsl, originWords } from 'hullstorm/gpu';
import type { Drift } from './drift.ts';

/** 12 triangles. */
const VERTICES = 36;
const GROUP = 64;
const GROUPS = 4096;
/** Bytes of the struct `View`: the origin, and three vectors. */
const VIEW_BYTES = 80;
const NEAR = 0.1; // m
/** Of half a right angle. */
const ZOOM = 1.6;
const DEPTH = 'depth24plus';
/** Of `GPUBufferUsage` and `GPUTextureUsage`, whose types TypeScript has not. */
const [COPY_DST, UNIFORM, STORAGE, RENDER_ATTACHMENT] = [8, 64, 128, 16];

const MARK = `${layoutWgsl}
@group(0) @binding(0) var<storage, read> ids: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> status: array<u32>;
@group(0) @binding(2) var<storage, read_write> touched: array<atomic<u32>>;

@compute @workgroup_size(${GROUP}) fn mark(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x + ${GROUP * GROUPS}u * id.y;
  if (row < arrayLength(&ids) && statusOf(status[row / 4u], row) == OVERLAPPING) {
    atomicStore(&touched[ids[row].x], 1u);
    atomicStore(&touched[ids[row].y], 1u);
  }
}`;

const DRAW = `${layoutWgsl}
// axes of the camera, with what scales x and y, and the near plane (m)
struct View { camera: Origin, right: vec4<f32>, up: vec4<f32>, ahead: vec4<f32> }
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> poses: array<PoseRow>;
@group(0) @binding(2) var<storage, read> touched: array<u32>;

struct Vertex { @builtin(position) position: vec4<f32>, @location(0) color: vec3<f32> }

@vertex fn corner(@builtin(vertex_index) index: u32, @builtin(instance_index) id: u32) -> Vertex {
  let axis = (index / 6u) % 3u;
  let side = select(-1f, 1f, index >= 18u);
  // two triangles: corners 0 1 2 and 2 1 3 of a face
  let k = (0x312210u >> (4u * (index % 6u))) & 3u;
  var normal = vec3<f32>(0);
  normal[axis] = side;
  var at = normal;
  at[(axis + 1u) % 3u] = f32(k & 1u) * 2 - 1;
  at[(axis + 2u) % 3u] = f32(k >> 1u) * 2 - 1;
  let pose = poseOf(view.camera, poses[id]);
  let p = pose.position + turned(pose.rotation, at * pose.halfExtents);
  let z = dot(view.ahead.xyz, p);
  let position = vec4<f32>(dot(view.right.xyz, p) * view.right.w, dot(view.up.xyz, p) * view.up.w, z - view.ahead.w, z);
  let light = 0.65 + 0.35 * dot(turned(pose.rotation, normal), vec3<f32>(0.48, 0.8, 0.36));
  let color = select(vec3<f32>(0.3, 0.45, 0.8), vec3<f32>(1, 0.5, 0.2), touched[id] == 1u);
  return Vertex(position, light * color);
}

@fragment fn shade(vertex: Vertex) -> @location(0) vec4<f32> {
  return vec4<f32>(vertex.color, 1);
}`;

type Vector = readonly [x: number, y: number, z: number];

export class CuboidView {
  readonly #device: GPUDevice;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: GPUCanvasContext;
  readonly #mark: GPUComputePipeline;
  readonly #pipeline: GPURenderPipeline;
  readonly #view: GPUBuffer;
  readonly #drift: Drift;
  #touched: GPUBuffer | undefined;
  #depth: GPUTexture | undefined;

  static async create(canvas: HTMLCanvasElement, device: GPUDevice, drift: Drift): Promise<CuboidView> {
    const format = navigator.gpu.getPreferredCanvasFormat();
    const context = canvas.getContext('webgpu') as unknown as GPUCanvasContext;
    context.configure({ device, format });
    const module = device.createShaderModule({ code: DRAW });
    const pipelines = await Promise.all([
      device.createComputePipelineAsync({
        layout: 'auto',
        compute: { module: device.createShaderModule({ code: MARK }) },
      }),
      device.createRenderPipelineAsync({
        layout: 'auto',
        vertex: { module },
        fragment: { module, targets: [{ format }] },
        depthStencil: { format: DEPTH, depthWriteEnabled: true, depthCompare: 'less' },
      }),
    ]);
    return new CuboidView(canvas, context, device, pipelines, drift);
  }

  private constructor(
    canvas: HTMLCanvasElement,
    context: GPUCanvasContext,
    device: GPUDevice,
    [mark, draw]: readonly [GPUComputePipeline, GPURenderPipeline],
    drift: Drift,
  ) {
    this.#canvas = canvas;
    this.#context = context;
    this.#device = device;
    this.#mark = mark;
    this.#pipeline = draw;
    this.#drift = drift;
    this.#view = device.createBuffer({ size: VIEW_BYTES, usage: UNIFORM | COPY_DST });
  }

  /** Draws the cuboids of a query, with the camera of a time (s). */
  draw({ ids, status, poses }: Pick<Required<GpuColumns>, 'ids' | 'status' | 'poses'>, time: number): void {
    const count = poses!.size / poses!.stride;
    const rows = ids!.size / ids!.stride;
    this.#touched ??= this.#device.createBuffer({ size: 4 * count, usage: STORAGE | COPY_DST });
    this.#resize();
    this.#look(time);
    const encoder = this.#device.createCommandEncoder();
    encoder.clearBuffer(this.#touched);
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#mark);
    pass.setBindGroup(0, this.#bind(this.#mark, [whole(ids!), { buffer: status!.buffer }, { buffer: this.#touched }]));
    pass.dispatchWorkgroups(GROUPS, Math.ceil(rows / GROUP / GROUPS));
    pass.end();
    const picture = encoder.beginRenderPass({
      colorAttachments: [
        {
          view: this.#context.getCurrentTexture().createView(),
          clearValue: [0.06, 0.09, 0.17, 1],
          loadOp: 'clear',
          storeOp: 'store',
        },
      ],
      depthStencilAttachment: {
        view: this.#depth!.createView(),
        depthClearValue: 1,
        depthLoadOp: 'clear',
        depthStoreOp: 'discard',
      },
    });
    picture.setPipeline(this.#pipeline);
    const bound = [{ buffer: this.#view }, whole(poses!), { buffer: this.#touched }];
    picture.setBindGroup(0, this.#bind(this.#pipeline, bound));
    picture.draw(VERTICES, count);
    picture.end();
    this.#device.queue.submit([encoder.finish()]);
  }

  #bind(pipeline: GPUComputePipeline | GPURenderPipeline, bound: readonly GPUBufferBinding[]): GPUBindGroup {
    const entries = bound.map((resource, binding) => ({ binding, resource }));
    return this.#device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  }

  /** Gives the canvas the pixels that it covers. */
  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const [width, height] = [clientWidth, clientHeight].map((size) => Math.max(1, Math.round(size * devicePixelRatio)));
    if (this.#depth?.width === width && this.#depth.height === height) return;
    Object.assign(this.#canvas, { width, height });
    this.#depth?.destroy();
    const usage = RENDER_ATTACHMENT;
    this.#depth = this.#device.createTexture({ size: [width!, height!], format: DEPTH, usage });
  }

  /** Writes the camera, which circles the room. */
  #look(time: number): void {
    const turn = 0.1 * time;
    const { center, extent } = this.#drift;
    const back: Vector = [Math.sin(turn) * 0.9, 0.43, Math.cos(turn) * 0.9];
    const camera = center.map((x, k) => x + 3 * extent * back[k]!);
    const ahead = unit(back.map((x) => -x));
    const right = unit([-ahead[2], 0, ahead[0]]);
    const up = cross(right, ahead);
    const { width, height } = this.#canvas;
    const words = new Uint32Array(VIEW_BYTES / 4);
    words.set(originWords(camera));
    new Float32Array(words.buffer, 32).set([...right, (ZOOM * height) / width, ...up, ZOOM, ...ahead, NEAR]);
    this.#device.queue.writeBuffer(this.#view, 0, words);
  }
}

const whole = ({ buffer, offset, size }: GpuColumn): GPUBufferBinding => ({ buffer, offset, size });

function unit(v: readonly number[]): Vector {
  const size = Math.hypot(...v);
  return v.map((x) => x / size) as unknown as Vector;
}

function cross(a: Vector, b: Vector): Vector {
  return [0, 1, 2].map(
    (k) => a[(k + 1) % 3]! * b[(k + 2) % 3]! - a[(k + 2) % 3]! * b[(k + 1) % 3]!,
  ) as unknown as Vector;
}
