/** The support of a composite, a core of tier smooth, on hosts: kernels/supports/composite.ts. */
import type { SupportCore } from '../../../kernels/cores/geometry.ts';
import { STACK_NUMBERS, supportComposite } from '../../../kernels/supports/composite.ts';
import { COMPOSITE, COMPOSITE_TRAITS } from '../../../tables/shapeWords.ts';
import { smoothSupport } from '../smooth.ts';

const STACK = /* @__PURE__ */ new Float64Array(STACK_NUMBERS);

const support: SupportCore['support'] = (direction, geometry, word) =>
  supportComposite(direction, geometry, geometry.partGeometry!.shapes, STACK, word);

/** What distance queries use. */
export const compositeSupport = /* @__PURE__ */ smoothSupport(COMPOSITE, support, COMPOSITE_TRAITS);
