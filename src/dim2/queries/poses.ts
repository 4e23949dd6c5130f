/** Checks of poses. */
import { unreadable } from '../../checks.ts';
import { fail, finite, inspect, refuse } from '../../errors.ts';
import type { BodyPose } from '../pair/pairState.ts';
import { writeTurn } from '../pair/turn.ts';

/** Where a shape is. */
export interface Pose {
  /** Position (m), world. Positions are subtracted in f64, so results are precise far from the origin, too. */
  readonly x: number;
  readonly y: number;
  /** Rotation (rad), counter-clockwise, local → world. Default: 0. */
  readonly angle?: number | undefined;
  /** Cosine and sine of the rotation, in place of `angle`. Of any common length but zero. */
  readonly cos?: number | undefined;
  readonly sin?: number | undefined;
}

/** Checks a pose and writes it. */
export function loadPose(where: string, to: BodyPose, pose: Pose): void {
  if (typeof pose !== 'object' || pose === null) refuse(where, 'a pose: { x, y, angle }', pose);
  let x: unknown;
  let y: unknown;
  let angle: unknown;
  let cos: unknown;
  let sin: unknown;
  try {
    x = pose.x;
    y = pose.y;
    angle = pose.angle;
    cos = pose.cos;
    sin = pose.sin;
  } catch (cause) {
    unreadable(where, cause);
  }
  to.x = Number.isFinite(x) ? (x as number) : finite(`${where}: x`, x);
  to.y = Number.isFinite(y) ? (y as number) : finite(`${where}: y`, y);
  if (cos !== undefined || sin !== undefined) {
    if (angle !== undefined) fail(where, 'angle, or cos and sin', 'all of them');
    if (!(Number.isFinite(cos) && Number.isFinite(sin))) {
      fail(`${where}: cos, sin`, 'two finite numbers', `${inspect(cos)}, ${inspect(sin)}`);
    }
    const excess = (cos as number) * (cos as number) + (sin as number) * (sin as number) - 1;
    if (!(Math.abs(excess) < 1e-6)) {
      loadTurn(where, to, cos as number, sin as number);
      return;
    }
    // 1 / √(1 + excess) to second order
    const scale = 1 - excess * (0.5 - 0.375 * excess);
    to.cos = (cos as number) * scale;
    to.sin = (sin as number) * scale;
  } else {
    if (angle === undefined) angle = 0;
    to.angle = Number.isFinite(angle) ? (angle as number) : finite(`${where}: angle`, angle);
    writeTurn(to);
  }
}

/** Writes a cosine and a sine, scaled to unit length. */
function loadTurn(where: string, to: BodyPose, cos: number, sin: number): void {
  const largest = Math.max(Math.abs(cos), Math.abs(sin));
  if (largest === 0) fail(`${where}: cos, sin`, 'a direction that is not zero', '0, 0');
  const x = cos / largest;
  const y = sin / largest;
  const length = Math.sqrt(x * x + y * y);
  to.cos = x / length;
  to.sin = y / length;
}
