/** The support of a composite, a core of tier smooth, on hosts: supports/composite.ts. */
import { COMPOSITE, COMPOSITE_TRAITS } from '../../codes.ts';
import type { SupportCore } from '../core.ts';
import { smoothSupport } from '../smooth.ts';
import { STACK_NUMBERS, supportComposite } from '../supports/composite.ts';

const STACK = /* @__PURE__ */ new Float64Array(STACK_NUMBERS);

const support: SupportCore['support'] = (direction, geometry, word) =>
  supportComposite(direction, geometry, geometry.partGeometry!.shapes, STACK, word);

/** What distance queries use. */
export const compositeSupport = /* @__PURE__ */ smoothSupport(COMPOSITE, support, COMPOSITE_TRAITS);
