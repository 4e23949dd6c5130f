/**
 * Bodies for React Three Fiber, to copy: `<World>` has an engine, `<Body>` makes a body of what is in it, and `<Bodies>`
 * one of each instance. A world that is unmounted closes its engine.
 */
import { useFrame } from '@react-three/fiber';
import { createEngine } from 'hullstorm';
import { type BodyOptions, createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { createLoop, type Loop } from 'hullstorm/loop';
import { type Bridge, createBridge } from 'hullstorm/three';
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BufferGeometry, type Group, type InstancedMesh, type Material, Matrix4, type Object3D } from 'three';

type Triple = readonly [number, number, number];
type Options = Omit<BodyOptions, 'position' | 'rotation'>;

export interface WorldHandle {
  readonly dynamics: Dynamics;
  readonly bridge: Bridge;
  readonly loop: Loop;
  /** Calls back a frame that the loop has asked for. */
  frame(time: number): void;
  isClosed: boolean;
}

const Context = createContext<WorldHandle | undefined>(undefined);

/** The world of the component. Change bodies by `world.loop.betweenSteps`. */
export function useWorld(): WorldHandle {
  const world = useContext(Context);
  if (!world) throw new Error('useWorld: expected a component in a <World>, got one outside');
  return world;
}

async function makeWorld(gravity: Triple): Promise<WorldHandle> {
  const dynamics = await createDynamics(await createEngine(), { gravity });
  let next: ((time: number) => void) | undefined;
  const requestFrame = (callback: (time: number) => void) => {
    next = callback;
  };
  const loop = createLoop({ dynamics, requestFrame });
  loop.start();
  return { dynamics, bridge: createBridge(dynamics), loop, frame: (time) => next?.(time), isClosed: false };
}

async function closeWorld(world: WorldHandle): Promise<void> {
  if (world.isClosed) return;
  world.isClosed = true;
  await world.loop.stop();
  await world.dynamics.engine.close();
}

/** An engine, and the bodies in it. Shows its children when the engine is there. */
export function World({ gravity = [0, -9.81, 0], children }: { gravity?: Triple; children: ReactNode }) {
  const [world, setWorld] = useState<WorldHandle>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first gravity; `setGravity` changes it
  useEffect(() => {
    let isOver = false;
    const made = makeWorld(gravity);
    made.then((own) => (isOver ? closeWorld(own) : setWorld(own)));
    return () => {
      isOver = true;
      setWorld(undefined);
      void made.then(closeWorld);
    };
  }, []);
  useFrame(() => {
    if (!world || world.isClosed) return;
    world.frame(performance.now());
    world.bridge.sync(world.loop.poses);
  });
  return world ? <Context.Provider value={world}>{children}</Context.Provider> : null;
}

/** Makes a body of an object while the component is there. */
function useBody(object: { readonly current: Object3D | null }, options: Options): void {
  const world = useWorld();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first options; a new key makes a new body
  useEffect(() => {
    const own = object.current;
    if (!own) return undefined;
    let isOver = false;
    void world.loop.betweenSteps(() => {
      if (!isOver && !world.isClosed) world.bridge.addObject(own, options);
    });
    return () => {
      isOver = true;
      void world.loop.betweenSteps(() => {
        if (!world.isClosed && world.bridge.idOf(own, 0) !== undefined) world.bridge.removeObject(own);
      });
    };
  }, [world]);
}

/** A body of the meshes in it. */
export function Body({ position, children, ...options }: Options & { position?: Triple; children: ReactNode }) {
  const group = useRef<Group>(null);
  useBody(group, options);
  return (
    <group ref={group} position={position as [number, number, number]}>
      {children}
    </group>
  );
}

interface BodiesProps extends Options {
  geometry: BufferGeometry;
  material: Material;
  positions: readonly Triple[];
}

/** Bodies of one geometry, drawn at once. */
export function Bodies({ geometry, material, positions, ...options }: BodiesProps) {
  const mesh = useRef<InstancedMesh>(null);
  useLayoutEffect(() => {
    for (const [k, place] of positions.entries()) mesh.current?.setMatrixAt(k, new Matrix4().makeTranslation(...place));
  }, [positions]);
  useBody(mesh, options);
  return <instancedMesh ref={mesh} args={[geometry, material, positions.length]} castShadow />;
}
