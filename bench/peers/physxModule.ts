/**
 * PhysX's module and its SDK, for queries (physx.ts) and for a scene (step/physx.ts).
 *
 * The package refuses Node: it checks for `process` when it starts. So `process` is hidden until it has started. It
 * would `fetch` its wasm, so it gets the bytes. Meanwhile `window` exists.
 */
import { readFileSync } from 'node:fs';
import { importPeer } from './peer.ts';

export const PHYSX = 'physx-js-webidl';

export interface PhysxStart<Physics> {
  CreateFoundation(version: number, allocator: object, errors: object): object;
  CreatePhysics(version: number, foundation: object, scale: object): Physics;
}
/** The part of the interface that both use. Each adds an interface of its own. */
export interface PhysxModule<Physics> {
  PHYSICS_VERSION: number;
  PxDefaultAllocator: new () => object;
  PxDefaultErrorCallback: new () => object;
  PxTolerancesScale: new () => object;
  PxTopLevelFunctions: { prototype: PhysxStart<Physics> };
}

type Start<Module> = (settings: { wasmBinary: Uint8Array }) => Promise<Module>;

export async function startPhysx<Module extends PhysxModule<Physics>, Physics>() {
  const px = await startOutsideNode((await importPeer<{ default: Start<Module> }>(PHYSX)).default);
  const functions = px.PxTopLevelFunctions.prototype;
  const scale = new px.PxTolerancesScale();
  const foundation = functions.CreateFoundation(
    px.PHYSICS_VERSION,
    new px.PxDefaultAllocator(),
    new px.PxDefaultErrorCallback(),
  );
  return { px, scale, physics: functions.CreatePhysics(px.PHYSICS_VERSION, foundation, scale) };
}

async function startOutsideNode<Module>(start: Start<Module>): Promise<Module> {
  const wasmBinary = readFileSync(new URL(`./node_modules/${PHYSX}/${PHYSX}.wasm`, import.meta.url));
  const hidden = globalThis.process;
  Reflect.set(globalThis, 'process', undefined);
  Reflect.set(globalThis, 'window', globalThis);
  try {
    return await start({ wasmBinary });
  } finally {
    Reflect.set(globalThis, 'process', hidden);
    Reflect.deleteProperty(globalThis, 'window');
  }
}
