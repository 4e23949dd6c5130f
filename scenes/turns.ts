/**
 * Sine and cosine of an angle in revolutions, the same bits on every machine. Scenes must not differ between browsers,
 * and `Math.sin` may. Precise to 1e-9, beyond the precision of f32 rotations.
 *
 * Method: subtraction reduces the angle to [−1/8, 1/8] of a revolution, exactly; then Taylor polynomials.
 */

const TWO_PI = 6.283185307179586;

export function sinTurns(turns: number): number {
  const quarter = Math.round(4 * turns);
  return quadrant(TWO_PI * (turns - quarter / 4), quarter & 3);
}

export function cosTurns(turns: number): number {
  const quarter = Math.round(4 * turns);
  return quadrant(TWO_PI * (turns - quarter / 4), (quarter + 1) & 3);
}

/** sin(x + quarter · π/2), |x| ≤ π/4. */
function quadrant(x: number, quarter: number): number {
  const y = x * x;
  const value =
    quarter & 1
      ? 1 + y * (-1 / 2 + y * (1 / 24 + y * (-1 / 720 + y * (1 / 40320 - y / 3628800))))
      : x * (1 + y * (-1 / 6 + y * (1 / 120 + y * (-1 / 5040 + y / 362880))));
  return quarter & 2 ? -value : value;
}
