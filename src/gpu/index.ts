/**
 * `hullstorm/gpu`: WGSL of the rows that engines keep on a GPU, for shaders of yours.
 * @module hullstorm/gpu
 */
import { layoutWgsl as text } from '#wasm/layoutWgsl.js';
import { numbers, type Vec3Like } from '../checks.ts';
import { fail } from '../errors.ts';

export type { Vec3Like } from '../checks.ts';
export { QueryError } from '../errors.ts';

/**
 * Text of WGSL to put before a shader: structures and functions, no bindings. A pose is a row of `results.gpu.poses`, a
 * separation one of `results.gpu.separation`.
 *
 * ```wgsl
 * struct PoseRow { position: Origin, isBox: u32, spare: u32, rotation: vec4<f32>, halfExtents: vec4<f32> }
 * struct Pose { position: vec3<f32>, isBox: bool, rotation: vec4<f32>, halfExtents: vec3<f32> }
 * struct SeparationRow { normal: vec3<f32>, distance: f32 }
 * fn poseOf(origin: Origin, row: PoseRow) -> Pose              // its position relative to the origin (m)
 * fn offsetBetween(a: PoseRow, b: PoseRow) -> vec3<f32>        // from A to B (m), rounded once
 * fn turned(rotation: vec4<f32>, v: vec3<f32>) -> vec3<f32>    // a vector by a unit quaternion
 * fn statusOf(word: u32, row: u32) -> u32                      // of `results.gpu.status[row / 4]`
 * const SEPARATED = 0u;                                        // and so on: the codes of `Status`
 * ```
 *
 * `isBox` is false for other shapes, and for poses with NaN, without a rotation, or beyond 4,194 km: their positions
 * are without meaning.
 */
export const layoutWgsl: string = text;

/**
 * A position (m) as the `Origin` of `layoutWgsl`: six words, in fixed point of 2⁻⁴⁰ m, then two of 0. With the camera
 * as the origin nothing jitters far from 0.
 * @throws QueryError unless it is three numbers below 4,194 km
 */
export function originWords(position: Vec3Like): Uint32Array<ArrayBuffer> {
  const where = 'originWords: position';
  const words = new BigInt64Array(4);
  for (const [k, x] of numbers(where, '3 numbers', position, 3).entries()) {
    if (!(Math.abs(x) < 2 ** 22)) fail(where, 'numbers below 2²² m', x);
    words[k] = BigInt(Math.round(x * 2 ** 40));
  }
  return new Uint32Array(words.buffer);
}
