/** The half-spaces that a ray meets. */
import { PLANE_ROW, PLANE_STRIDE } from '../../../broad/tree/codes.ts';
import { doublesAt, type Ints, int, intsAt } from '../../lanes.ts';
import { HALF_SPACES, RAY_MODE, RAY_WORDS } from '../../rows/lanes/context.ts';
import { keepHit } from '../hit.ts';
import { meetPlane } from '../plane.ts';
import { HALF_SPACE_COUNT, NEAREST } from './codes.ts';
import { type Filter, isBetter, isHit, isSeen } from './counted.ts';
import type { RayTables } from './tables.ts';

/** Goes on at the next half-space: to the nearest hit of all; or, for other modes, to the next one. */
export function castHalfSpaces(context: Ints, tables: RayTables, filter: Filter): void {
  const state = tables.state;
  const count = intsAt(context[RAY_WORDS])[HALF_SPACE_COUNT];
  const planes = doublesAt(context[HALF_SPACES]);
  for (let k = state.plane; k < count; k += 1) {
    const row = int(planes[PLANE_STRIDE * k + PLANE_ROW]);
    if (!isSeen(context, filter, row)) continue;
    const code = meetPlane(tables.hit, tables.ray, planes, PLANE_STRIDE * k);
    if (!isHit(context, code)) continue;
    if (!isBetter(context, tables.best, tables.hit.t, row)) continue;
    keepHit(tables.best, tables.ray, tables.hit, code, row);
    if (context[RAY_MODE] !== NEAREST) {
      state.plane = k + 1;
      return;
    }
  }
  state.plane = count;
}
