/** Whether a search meets a collider. Hosts and wasm compile this file. */
import type { Bytes, Flag, Int, Shorts } from '../../language/lanes.ts';
import { SEES_SENSORS } from '../../tables/colliderWords.ts';

/**
 * @param groups two per collider: membership and mask
 * @param sensors not 0 = a sensor
 * @param mask groups to search, and SEES_SENSORS
 */
export function isSought(groups: Shorts, sensors: Bytes, row: Int, mask: Int): Flag {
  return (groups[2 * row] & mask) !== 0 && (sensors[row] === 0 || (mask & SEES_SENSORS) !== 0);
}
