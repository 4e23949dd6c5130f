import { test } from 'vitest';
import { expectNothing } from '../../support/probe.ts';

test('synchronous planar queries allocate nothing in steady state', () =>
  expectNothing(12, 2, new URL('allocationProbe.mjs', import.meta.url)));
