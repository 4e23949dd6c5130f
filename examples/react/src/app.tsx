/** A heap of bricks, balls and a table; a click pushes. */
import { Canvas, type ThreeEvent } from '@react-three/fiber';
import { StrictMode, useState } from 'react';
import { BoxGeometry, MeshStandardMaterial } from 'three';
import { see } from './seen.ts';
import { Bodies, Body, useWorld, World } from './world.tsx';

const BRICK = new BoxGeometry(1, 0.5, 0.5);
const CLAY = new MeshStandardMaterial({ color: '#d4875c' });
const PLACES = Array.from({ length: 120 }, (_, k) => {
  const row = Math.floor(k / 10);
  return [(k % 10) * 1.03 - 5 + 0.25 * (row % 2), 0.25 + 0.5 * row, -2] as const;
});

function Things() {
  const world = useWorld();
  see(world);
  const push = (event: ThreeEvent<PointerEvent>) => {
    const { object, instanceId, point, ray } = event;
    event.stopPropagation(); // the first object alone
    const id = world.bridge.idOf(object, instanceId);
    const impulse = ray.direction.clone().multiplyScalar(4000);
    const isMovable = id !== undefined && world.dynamics.engine.scene.statics[id] !== 1;
    if (isMovable) void world.loop.betweenSteps(() => world.dynamics.applyImpulse(id, impulse, point));
  };
  return (
    <group onPointerDown={push}>
      <Body type="static">
        <mesh position={[0, -0.5, 0]} receiveShadow>
          <boxGeometry args={[30, 1, 30]} />
          <meshStandardMaterial color="#a9b8a0" />
        </mesh>
      </Body>
      <Bodies geometry={BRICK} material={CLAY} positions={PLACES} friction={0.8} />
      <Body position={[0.4, 7, -2]} density={3000}>
        <mesh castShadow>
          <sphereGeometry args={[0.7]} />
          <meshStandardMaterial color="#4f7fb5" />
        </mesh>
      </Body>
      <Body position={[5, 1, 2]}>
        <mesh position={[0, 0.5, 0]} castShadow>
          <boxGeometry args={[2, 0.1, 1]} />
          <meshStandardMaterial color="#8d6a9f" />
        </mesh>
        {[-0.9, 0.9].map((x) => (
          <mesh key={x} position={[x, 0, 0]} castShadow>
            <boxGeometry args={[0.1, 0.9, 0.9]} />
            <meshStandardMaterial color="#8d6a9f" />
          </mesh>
        ))}
      </Body>
    </group>
  );
}

export function App() {
  const [round, setRound] = useState(0);
  return (
    <StrictMode>
      <button type="button" onClick={() => setRound(round + 1)} style={{ position: 'fixed', zIndex: 1, margin: 12 }}>
        Anew
      </button>
      <Canvas shadows camera={{ position: [5, 7, 14], fov: 45 }}>
        <hemisphereLight intensity={1.5} />
        <directionalLight position={[6, 12, 6]} intensity={2} castShadow />
        <World key={round}>
          <Things />
        </World>
      </Canvas>
    </StrictMode>
  );
}
