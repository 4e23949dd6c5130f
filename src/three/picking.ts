/** Rays of a raycaster of three.js, cast against the bodies of an engine. */
import { type Engine, type RayHits, type RayList, type RayReading, RayStatus } from 'hullstorm';
import { type Raycaster, Vector3 } from 'three';
import { checkKindOf, type Keys, readOptions } from '../checks.ts';
import { fail } from '../errors.ts';

/** The parameters of a pick: those of `castRays`. */
export interface PickOptions {
  /** Groups to search, one per bit. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
  /** Whether sensors are met, too. Default: false. */
  readonly sensors?: boolean | undefined;
}

/** What a ray hits, and how far that is from its origin (m). */
export type Hit = RayReading & { readonly distance: number };

const KEYS: Keys<PickOptions> = { mask: 0, sensors: 0 };
/** One ray per engine: all bridges together take one row of `capacity.rays`. */
const lists = /* @__PURE__ */ new WeakMap<Engine, RayList>();
/** The pick that runs on an engine. */
const running = /* @__PURE__ */ new WeakMap<Engine, Promise<unknown>>();

/** Casts the ray of a raycaster, from its `near` to its `far`. Bodies that it starts in are not hit. */
export async function castPick(where: string, engine: Engine, raycaster: Raycaster, options?: PickOptions) {
  const ray = rayOf(where, engine, raycaster, options);
  const cast = async () => ray.hitOf(await engine.castRays(ray.list(), ray.options));
  const turn = (running.get(engine) ?? Promise.resolve()).then(cast, cast);
  running.set(engine, turn);
  return turn;
}

/** `castPick` that returns when it is done. */
export function castPickSync(where: string, engine: Engine, raycaster: Raycaster, options?: PickOptions) {
  const ray = rayOf(where, engine, raycaster, options);
  return ray.hitOf(engine.castRaysSync(ray.list(), ray.options));
}

/** Copies a ray. */
function rayOf(where: string, engine: Engine, raycaster: Raycaster, given: PickOptions | undefined) {
  const at = `${where}: raycaster`;
  checkKindOf(at, 'a Raycaster', raycaster, (own) => typeof own?.ray?.origin?.x === 'number' && own.ray.clone);
  const options = { ...readOptions<PickOptions>(`${where}: options`, given, KEYS), inside: 'skip' } as const;
  const { near, far } = raycaster;
  const { origin, direction } = raycaster.ray.clone();
  if (!(direction.normalize().lengthSq() > 0 && Number.isFinite(origin.lengthSq())))
    fail(at, 'a ray with an origin and a direction', 'one that is not set');
  if (!(near >= 0 && far >= near)) fail(at, 'near ≥ 0 and far ≥ near', `${near} and ${far}`);
  return {
    options,
    list(): RayList {
      const list = lists.get(engine) ?? engine.createRayList(1);
      lists.set(engine, list);
      list.set(new Vector3().copy(direction).multiplyScalar(near).add(origin), direction, far - near);
      return list;
    },
    hitOf(hits: RayHits): Hit | undefined {
      const hit = hits.read(0);
      return hit.status === RayStatus.Hit ? { ...hit, distance: near + hit.t } : undefined;
    },
  };
}
