/** The worker: it owns the engine and its bodies, and steps them. */
import { box, createEngine, sphere } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { serveLoop } from 'hullstorm/loop';

/** For the page: what it may call, and how large bodies are (m). */
export interface Simulation {
  [name: string]: (...args: never[]) => unknown;
  /** Pushes all bodies up. @param speed m/s */
  bump(speed: number): void;
  threads(): number;
}

serveLoop(async ({ workerPort, args }) => {
  const { count, radius } = args as { count: number; radius: number };
  const engine = await createEngine({ workerPort });
  const dynamics = await createDynamics(engine);
  // a glass box: floor, walls, and a pane before and behind
  for (const [x, y, z, halfX, halfY, halfZ] of [
    [0, -0.5, 0, 9, 0.5, 2],
    [-8.5, 8, 0, 0.5, 9, 2],
    [8.5, 8, 0, 0.5, 9, 2],
    [0, 8, -1.5, 9, 9, 0.5],
    [0, 8, 1.5, 9, 9, 0.5],
  ]) {
    dynamics.addBody(box(halfX, halfY, halfZ), { type: 'static', position: [x, y, z] });
  }
  const ball = dynamics.addShape(sphere(radius));
  const first = dynamics.engine.scene.rows;
  for (let k = 0; k < count; k++) {
    dynamics.addBody(ball, { position: [(k % 16) - 7.5, 1 + Math.floor(k / 16), 0.1 * (k % 3)], restitution: 0.4 });
  }
  const calls: Simulation = {
    bump(speed) {
      for (let id = first; id < first + count; id++) dynamics.setVelocity(id, [0, speed, 0]);
    },
    threads: () => engine.info.threads,
  };
  return { dynamics, calls };
});
