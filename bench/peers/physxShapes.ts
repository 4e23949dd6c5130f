/** PhysX's geometries and poses, for queries on single pairs (physx.ts). */
import { isRound, type RoundShape, type WorkloadShape } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import type { PhysxModule, PhysxStart } from './physxModule.ts';

export interface Vec3 {
  get_x(): number;
  get_y(): number;
  get_z(): number;
}
interface ConvexMesh {
  getNbVertices(): number;
}
interface ConvexMeshDesc {
  points: { stride: number; count: number; data: unknown };
  flags: object;
}
/** The part of the interface that shapes use. */
export interface PhysxShapes extends PhysxModule<object> {
  destroy(object: object): void;
  PxVec3: new (x: number, y: number, z: number) => Vec3;
  PxQuat: new (x: number, y: number, z: number, w: number) => object;
  PxTransform: new (position: Vec3, rotation: object) => object;
  PxArray_PxVec3: new () => { pushBack(v: Vec3): void; begin(): object };
  PxCookingParams: new (scale: object) => object;
  PxConvexMeshDesc: new () => ConvexMeshDesc;
  PxConvexFlags: new (flags: number) => object;
  PxConvexFlagEnum: { eCOMPUTE_CONVEX: number };
  PxBoxGeometry: new (hx: number, hy: number, hz: number) => object;
  PxConvexMeshGeometry: new (mesh: object) => object;
  BoxSupport: new (halfExtents: Vec3, margin: number) => object;
  ConvexGeomSupport: new (geometry: object, margin: number) => object;
  PxConvexCoreCylinder: new (height: number, radius: number) => object;
  PxConvexCoreCone: new (height: number, radius: number) => object;
  PxConvexCoreGeometryFactory: {
    prototype: {
      createFromCylinder(cylinder: object, margin: number): object;
      createFromCone(cone: object, margin: number): object;
    };
  };
  PxTopLevelFunctions: {
    prototype: PhysxStart<object> & { CreateConvexMesh(params: object, desc: ConvexMeshDesc): ConvexMesh };
  };
}

/** The geometry of a shape, and its support function for GJK. Round shapes have no support function. */
export interface PhysxShape {
  readonly geometry: object;
  readonly support?: object;
}

export class ShapeMaker {
  readonly #px: PhysxShapes;
  readonly #cooking: object;
  readonly #hullFlags: object;
  /** Of the first hull that lost vertices. */
  #note: string | undefined;

  constructor(px: PhysxShapes, scale: object) {
    this.#px = px;
    this.#cooking = new px.PxCookingParams(scale);
    this.#hullFlags = new px.PxConvexFlags(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  }

  get notes(): string[] {
    return this.#note ? [this.#note] : [];
  }

  make(shape: WorkloadShape): PhysxShape {
    const px = this.#px;
    if (isRound(shape)) return { geometry: this.#round(shape) };
    if (shape.kind === 'hull') {
      const geometry = this.#hull(shape.points);
      return { geometry, support: new px.ConvexGeomSupport(geometry, 0) };
    }
    const [hx, hy, hz] = shape.halfExtents;
    const half = new px.PxVec3(hx, hy, hz);
    const support = new px.BoxSupport(half, 0);
    px.destroy(half);
    return { geometry: new px.PxBoxGeometry(hx, hy, hz), support };
  }

  #hull(points: Float32Array): object {
    const px = this.#px;
    const count = points.length / 3;
    const array = new px.PxArray_PxVec3();
    for (let i = 0; i < points.length; i += 3) {
      const point = new px.PxVec3(points[i], points[i + 1], points[i + 2]);
      array.pushBack(point);
      px.destroy(point);
    }
    const desc = new px.PxConvexMeshDesc();
    desc.points.stride = 12;
    desc.points.count = count;
    desc.points.data = array.begin();
    desc.flags = this.#hullFlags;
    const mesh = px.PxTopLevelFunctions.prototype.CreateConvexMesh(this.#cooking, desc);
    px.destroy(array);
    px.destroy(desc);
    const kept = mesh.getNbVertices();
    if (kept < count) this.#note ??= `cooking silently kept ${kept} of ${count} vertices of a hull`;
    return new px.PxConvexMeshGeometry(mesh);
  }

  /** Along x, with the apex of a cone at +x. */
  #round({ kind, halfHeight, radius }: RoundShape): object {
    const px = this.#px;
    const factory = px.PxConvexCoreGeometryFactory.prototype;
    return kind === 'cone'
      ? factory.createFromCone(new px.PxConvexCoreCone(2 * halfHeight, radius), 0)
      : factory.createFromCylinder(new px.PxConvexCoreCylinder(2 * halfHeight, radius), 0);
  }
}

export function posesOf(px: PhysxShapes, workload: Workload): object[] {
  const { positions: t, rotations: q, shapes, shapeOf, colliderCount } = workload;
  return Array.from({ length: colliderCount }, (_, id) => {
    const i = 4 * id;
    const position = new px.PxVec3(t[i], t[i + 1], t[i + 2]);
    const turn = q.subarray(i, i + 4);
    const [x, y, z, w] = isRound(shapes[shapeOf[id]]) ? alongX(turn) : turn;
    const rotation = new px.PxQuat(x, y, z, w);
    const pose = new px.PxTransform(position, rotation);
    px.destroy(position);
    px.destroy(rotation);
    return pose;
  });
}

/** q times the quarter turn about z that takes x to y: PhysX's bodies of revolution lie along x. */
function alongX([x, y, z, w]: Float32Array): number[] {
  const s = Math.SQRT1_2;
  return [s * (x + y), s * (y - x), s * (z + w), s * (w - z)];
}
