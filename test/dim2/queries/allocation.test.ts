/** Queries of `hullstorm/pair2d` allocate nothing if results are reused. */
import { test } from 'vitest';
import { expectNothing } from '../../support/probe.ts';

test('intersect, distance, contacts', () => expectNothing(3, 1, new URL('allocationProbe.mjs', import.meta.url)));
