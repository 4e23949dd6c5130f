/**
 * The passes of a step in one call, for a thread that solves alone: over the same rows, in the order of the stages that
 * `Solver` adds for several threads (../solver.ts). A small step has some 40 stages. To list them and to call each from
 * JavaScript takes as long as to solve a hundred contacts.
 */
import { type Int, type Ints, intsAt } from '../../language/lanes.ts';
import { accelerate, beginBodies, move } from './bodies.ts';
import { applyRestitution, prepareRestitution } from './bounce.ts';
import { BOUNCES, COLORS_IN_USE, GROUPS, HAS_DEEP, MOVING, STAGES, SUBSTEPS } from './context.ts';
import { dampDeep, solveDeep } from './deep.ts';
import { BOUNCES_PER_STEP, COLORS, STAGE_BYTES } from './limits.ts';
import { prepare } from './prepare.ts';
import { relax, solve, warmStart } from './solve.ts';
import { storeImpulses } from './storeImpulses.ts';

/** The passes over contacts. */
const PREPARE = 0;
const WARM_START = 1;
const SOLVE = 2;
const SOLVE_DEEP = 3;
const RELAX = 4;
const PREPARE_RESTITUTION = 5;
const APPLY_RESTITUTION = 6;
const STORE_IMPULSES = 7;

/** Runs all stages of a step but those that write poses and velocities back. */
export function solveAlone(_begin: Int, _end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const moving = context[MOVING];
  beginBodies(0, context[GROUPS], stage);
  runColors(context, PREPARE);
  for (let substep: Int = 0; substep < context[SUBSTEPS]; substep += 1) {
    accelerate(0, moving, stage);
    if (substep === 0) runColors(context, WARM_START);
    runColors(context, SOLVE);
    if (context[HAS_DEEP] === 1) {
      dampDeep(0, moving, stage);
      runColors(context, SOLVE_DEEP);
    }
    move(0, moving, stage);
    runColors(context, RELAX);
    if (context[HAS_DEEP] === 1) dampDeep(0, moving, stage);
  }
  if (context[BOUNCES] === 1) {
    runColors(context, PREPARE_RESTITUTION);
    for (let k: Int = 0; k < BOUNCES_PER_STEP; k += 1) runColors(context, APPLY_RESTITUTION);
  }
  runColors(context, STORE_IMPULSES);
}

/** Runs a pass over the contacts of each color, and over those without a color. */
function runColors(context: Ints, pass: Int): void {
  const stages = context[STAGES];
  for (let color: Int = 0; color < context[COLORS_IN_USE]; color += 1) runPass(pass, stages + STAGE_BYTES * color);
  runPass(pass, stages + STAGE_BYTES * COLORS);
}

/** Runs a pass over the bundles of a stage: they end where those of the next stage begin. */
function runPass(pass: Int, stage: Int): void {
  const bundles = intsAt(stage + STAGE_BYTES)[1] - intsAt(stage)[1];
  if (pass === PREPARE) prepare(0, bundles, stage);
  else if (pass === WARM_START) warmStart(0, bundles, stage);
  else if (pass === SOLVE) solve(0, bundles, stage);
  else if (pass === SOLVE_DEEP) solveDeep(0, bundles, stage);
  else if (pass === RELAX) relax(0, bundles, stage);
  else if (pass === PREPARE_RESTITUTION) prepareRestitution(0, bundles, stage);
  else if (pass === APPLY_RESTITUTION) applyRestitution(0, bundles, stage);
  else storeImpulses(0, bundles, stage);
}
