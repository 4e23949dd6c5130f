/** Parses and checks the command line of `npm start`. */
import { STRESS_SHAPES, type StressShape } from '../../scenes/stress.ts';
import { parseFlags, readNumber, readWhole, UsageError } from '../../tools/commandLine.ts';

/** Scenes of rigid bodies. */
const SCENES = ['heap', 'mixed', 'lidar', 'walk'] as const;
export type SceneName = (typeof SCENES)[number];

export const HELP = `hullstorm demo: falling convex bodies; every frame finds and measures the candidate pairs

  npm start -- [options]        without --count and --shape: the 5,000 recorded cuboids
  npm start -- --scene heap     cuboids fall on a heap: every frame is a whole step of hullstorm/dynamics
  npm start -- --scene mixed    the same with every shape: boxes, hulls, spheres, cylinders, cones, coins, eggs …
  npm start -- --scene lidar    they fall around a sensor, which casts 50,048 rays after each step
  npm start -- --scene walk     a character walks around a course of stairs, a slope and walls, and through the cuboids

  --scene NAME     ${SCENES.join(', ')}: rigid bodies                              default: none
  --count N        bodies                                     1..65536    default 5000
  --shape NAME     ${STRESS_SHAPES.join(', ')}                                default box; not of a scene
  --frames F       frames to measure, 1/60 s apart            1..100000   default 300; of a scene 600
  --steps F        the same as --frames
  --workers W      threads besides this one                   0..255      default: one less than the machine has
  --kernel K       auto, scalar, simd, relaxed                            default auto
  --seed S         of the generated world                                 default 1
  --margin M       candidate pairs are this close (m)         0..10       default 0.05; of a scene 0.02
  --substeps S     parts of a step of a scene                 1..64       default: the scene's
  --no-sleep       bodies of a scene stay awake at rest
  --json           one JSON object on stdout instead of the table; times in ms
  --help           this text

"busiest 200" are the 200 consecutive frames with the largest sum. 20 frames run before the first that is measured; none
before the first step of a scene, which compiles the code and is measured like all others. How a heap lies in the end is
measured by distance queries on its final poses: per body, the deepest of its overlaps.`;

export interface HeadlessOptions {
  /** Undefined: the stress world. */
  readonly scene: SceneName | undefined;
  readonly shape: StressShape | 'recorded';
  readonly count: number;
  readonly frames: number;
  readonly workers: number | undefined;
  readonly kernel: string;
  readonly seed: number;
  /** m */
  readonly margin: number;
  /** Undefined: the default of the scene. */
  readonly substeps: number | undefined;
  /** Whether bodies of a scene may sleep. */
  readonly sleeping: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

/** @throws UsageError */
export function parseOptions(args: readonly string[]): HeadlessOptions {
  const values = parse(args);
  const scene = checkScene(values);
  return {
    scene,
    shape: checkShape(values.shape, values.count !== undefined),
    count: readWhole('count', values.count, 1, 65_536) ?? 5000,
    frames: framesOf(values) ?? (scene ? 600 : 300),
    workers: readWhole('workers', values.workers, 0, 255),
    kernel: values.kernel ?? 'auto',
    seed: readWhole('seed', values.seed, 0, 2 ** 32 - 1) ?? 1,
    margin: readNumber('margin', values.margin, 0, 10) ?? (scene ? 0.02 : 0.05),
    substeps: readWhole('substeps', values.substeps, 1, 64),
    sleeping: !values['no-sleep'],
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return parseFlags(args, {
    scene: text,
    count: text,
    shape: text,
    frames: text,
    steps: text,
    workers: text,
    kernel: text,
    seed: text,
    margin: text,
    substeps: text,
    'no-sleep': flag,
    json: flag,
    help: flag,
  });
}

type Values = ReturnType<typeof parse>;

function checkScene({ scene: text, shape, ...values }: Values): HeadlessOptions['scene'] {
  const scene = SCENES.find((name) => name === text);
  if (scene === undefined && text !== undefined) {
    throw new UsageError(`--scene: expected ${SCENES.join(', ')}, got "${text}"`);
  }
  if (scene !== undefined && shape !== undefined) {
    throw new UsageError(`--shape: expected no shape with --scene, got "${shape}"`);
  }
  if (scene === undefined) {
    for (const name of ['substeps', 'no-sleep'] as const) {
      if (values[name] !== undefined) throw new UsageError(`--${name}: expected --scene with it, got none`);
    }
  }
  return scene;
}

function framesOf({ frames, steps }: Values): number | undefined {
  if (frames !== undefined && steps !== undefined)
    throw new UsageError('--steps: expected no --frames with it, got both');
  return readWhole('frames', frames, 1, 100_000) ?? readWhole('steps', steps, 1, 100_000);
}

function checkShape(text: string | undefined, counted: boolean): HeadlessOptions['shape'] {
  if (text === undefined) return counted ? 'box' : 'recorded';
  const shape = STRESS_SHAPES.find((name) => name === text);
  if (shape === undefined) throw new UsageError(`--shape: expected ${STRESS_SHAPES.join(', ')}, got "${text}"`);
  return shape;
}
