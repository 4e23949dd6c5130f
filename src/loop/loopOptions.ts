/** Options of loops, with checks and defaults. */
import { checkKindOf, type Keys, readOptions } from '../checks.ts';
import { fail, integerIn, refuse } from '../errors.ts';
import type { RequestFrame } from './frames.ts';
import type { PoseSource } from './poseRows.ts';

/** A stepper of `createDynamics`, or one with these members. */
export interface Steps extends PoseSource {
  /** Moves all bodies by `dt` seconds. */
  step(dt: number): Promise<unknown>;
}

export interface StepOptions {
  /** Simulated seconds per step, above 0 and at most 0.1. Default 1 / 60. */
  readonly step?: number | undefined;
  /** Steps per frame, at most: an integer in 1..100. Time beyond them is dropped. Default 4. */
  readonly maxSteps?: number | undefined;
}

export interface FrameOptions {
  /**
   * Called in each frame, after its steps, or while they take longer. Draw `loop.poses` here.
   * @param alpha the time between the last two steps, 0 to 1
   */
  readonly onFrame?: ((alpha: number) => void) | undefined;
  /** Called with an error of a step or a callback, after which the loop stops. Default: it is an uncaught error. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Asks for the next frame. Its callback takes a time in ms. Default: `requestAnimationFrame` of a page, a timer
   * elsewhere.
   */
  readonly requestFrame?: RequestFrame | undefined;
}

export interface LoopOptions extends StepOptions, FrameOptions {
  /** What steps: a stepper of `createDynamics`. */
  readonly dynamics: Steps;
  /** Called before each step, and awaited. Bodies may be changed here. @param dt seconds of the step */
  readonly onStep?: ((dt: number) => unknown) | undefined;
}

/** Options with defaults filled in. */
export interface LoopSettings extends Omit<LoopOptions, 'step' | 'maxSteps'> {
  readonly step: number;
  readonly maxSteps: number;
  /** Called after each step. */
  readonly onStepped?: () => void;
}

const LONGEST_STEP = 0.1;
const MOST_STEPS = 100;

const STEP_KEYS: Keys<StepOptions> = { step: 0, maxSteps: 0 };
export const FRAME_KEYS: Keys<StepOptions & FrameOptions> = { ...STEP_KEYS, onFrame: 0, onError: 0, requestFrame: 0 };
const KEYS: Keys<LoopOptions> = { ...FRAME_KEYS, dynamics: 0, onStep: 0 };

export function checkLoopOptions(where: string, options: LoopOptions): LoopSettings {
  if (options === undefined) fail(`${where}: options`, 'an object', options);
  const given = readOptions<LoopOptions>(`${where}: options`, options, KEYS);
  const { dynamics, onStep } = given;
  checkKindOf(`${where}: dynamics`, 'a stepper of createDynamics', dynamics, isStepper);
  checkCallback(`${where}: onStep`, onStep);
  checkFrameOptions(where, given);
  return { ...given, dynamics: dynamics as Steps, ...checkSteps(where, given) };
}

/** Checks the callbacks of frames. */
export function checkFrameOptions(where: string, { onFrame, onError, requestFrame }: FrameOptions): void {
  checkCallback(`${where}: onFrame`, onFrame);
  checkCallback(`${where}: onError`, onError);
  checkCallback(`${where}: requestFrame`, requestFrame);
}

/** @returns length and number of steps, checked, with defaults */
export function checkSteps(where: string, { step = 1 / 60, maxSteps = 4 }: StepOptions): StepNumbers {
  if (!(typeof step === 'number' && step > 0 && step <= LONGEST_STEP)) {
    refuse(`${where}: step`, `seconds above 0 and at most ${LONGEST_STEP}`, step);
  }
  return { step, maxSteps: integerIn(`${where}: maxSteps`, maxSteps, 1, MOST_STEPS) };
}

interface StepNumbers {
  readonly step: number;
  readonly maxSteps: number;
}

/** @returns the speed */
export function checkSpeed(where: string, speed: unknown): number {
  if (!(typeof speed === 'number' && speed >= 0 && speed < Infinity)) refuse(where, 'a finite number ≥ 0', speed);
  return speed;
}

const isStepper = (given: Steps | undefined) =>
  typeof given?.step === 'function' && given.engine?.scene?.positions && given.awake;

function checkCallback(where: string, value: unknown): void {
  if (value !== undefined) checkFunction(where, value);
}

export function checkFunction(where: string, value: unknown): void {
  if (typeof value !== 'function') refuse(where, 'a function', value);
}
