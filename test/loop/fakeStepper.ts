/** A stepper of three bodies without an engine, and frames that a test asks for. */
import type { RequestFrame, Steps } from 'hullstorm/loop';

/** Body 0 flies along x at 3 m/s, body 1 turns about z at 1 rad/s, body 2 stays. */
export class FakeStepper implements Steps {
  readonly engine = {
    scene: { rows: 3, positions: new Float64Array(4 * 8), rotations: new Float32Array(4 * 8) },
  };
  readonly velocities = new Float32Array(4 * 8);
  readonly awake = new Uint8Array(8);
  /** Seconds so far. */
  time = 0;
  /** What the next steps wait for. */
  gate: Promise<void> = Promise.resolve();

  constructor() {
    for (let id = 0; id < 8; id++) this.engine.scene.rotations[4 * id + 3] = 1;
    this.velocities[0] = 3;
    this.awake.fill(1, 0, 2);
  }

  async step(dt: number): Promise<void> {
    await this.gate;
    this.time += dt;
    const { positions, rotations } = this.engine.scene;
    positions[0] += 3 * dt;
    rotations[6] = Math.sin(this.time / 2);
    rotations[7] = Math.cos(this.time / 2);
  }
}

/** Frames by hand. */
export class Frames {
  #waiting: ((time: number) => void)[] = [];
  readonly request: RequestFrame = (callback) => this.#waiting.push(callback);

  /** Frames that are asked for. */
  get count(): number {
    return this.#waiting.length;
  }

  /** Runs the frames that are asked for at a time (ms), and waits for their steps. */
  async run(time: number): Promise<void> {
    this.runNow(time);
    await new Promise((resolve) => setTimeout(resolve));
  }

  runNow(time: number): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const callback of waiting) callback(time);
  }
}
