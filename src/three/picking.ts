/** Rays of a raycaster of three.js, cast against the bodies of an engine. */
import { type Engine, type RayHits, type RayList, type RayReading, RayStatus } from 'hullstorm';
import { type Raycaster, Vector3 } from 'three';
import { fail, refuse } from '../errors.ts';

/** The parameters of a pick: those of `castRays`. */
export interface PickOptions {
  /** Groups to search, one per bit. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
  /** Whether sensors are met, too. Default: false. */
  readonly sensors?: boolean | undefined;
}

/** One ray per engine: all bridges together take one row of `capacity.rays`. */
const lists = /* @__PURE__ */ new WeakMap<Engine, RayList>();
/** The pick that runs on an engine. */
const running = /* @__PURE__ */ new WeakMap<Engine, Promise<unknown>>();

/** Casts the ray of a raycaster, from its `near` to its `far`. Bodies that it starts in are not hit. */
export function castPick(
  where: string,
  engine: Engine,
  raycaster: Raycaster,
  options: PickOptions,
): Promise<RayReading | undefined> {
  const set = rayOf(where, raycaster);
  const cast = async () => hitOf(await engine.castRays(set(listOf(engine)), { ...options, inside: 'skip' }));
  const turn = (running.get(engine) ?? Promise.resolve()).then(cast, cast);
  running.set(engine, turn);
  return turn;
}

/** `castPick` that returns when it is done. */
export function castPickSync(where: string, engine: Engine, raycaster: Raycaster, options: PickOptions) {
  return hitOf(engine.castRaysSync(rayOf(where, raycaster)(listOf(engine)), { ...options, inside: 'skip' }));
}

/** Copies a ray. @returns sets it in a list */
function rayOf(where: string, raycaster: Raycaster): (list: RayList) => RayList {
  const at = `${where}: raycaster`;
  if (typeof raycaster?.ray?.origin?.x !== 'number') refuse(at, 'a Raycaster', raycaster);
  const { near, far } = raycaster;
  const { origin, direction } = raycaster.ray.clone();
  if (!(direction.normalize().lengthSq() > 0 && Number.isFinite(origin.lengthSq())))
    fail(at, 'a ray with an origin and a direction', 'one that is not set');
  if (!(near >= 0 && far >= near)) fail(at, 'near ≥ 0 and far ≥ near', `${near} and ${far}`);
  return (list) => {
    list.set(new Vector3().copy(direction).multiplyScalar(near).add(origin), direction, far - near);
    return list;
  };
}

function listOf(engine: Engine): RayList {
  const list = lists.get(engine) ?? engine.createRayList(1);
  lists.set(engine, list);
  return list;
}

function hitOf(hits: RayHits): RayReading | undefined {
  const hit = hits.read(0);
  return hit.status === RayStatus.Hit ? hit : undefined;
}
