/** A query worker that throws in the middle of a query: after some blocks, with one claimed and its rows half booked. */
import 'hullstorm/worker';

let blocks = 20;
const add = Atomics.add as (array: Int32Array, index: number, value: number) => number;

Atomics.add = ((array: Int32Array, index: number, value: number) => {
  if (blocks-- === 0) throw new Error('broken on purpose');
  return add(array, index, value);
}) as typeof Atomics.add;
