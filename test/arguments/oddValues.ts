/** Every kind of value that JavaScript has, and which of them a kind of argument takes. */
import { Euler, Vector3 } from 'three';

class Thing {}

const throwing = () => {
  throw new TypeError('a trap');
};

function detached<T extends ArrayBufferView>(view: T): T {
  structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
  return view;
}

/** A view of memory that was cut off behind its back. */
function cutOff(): Float32Array {
  const buffer = new ArrayBuffer(16, { maxByteLength: 32 } as object);
  const view = new Float32Array(buffer, 0, 4);
  (buffer as unknown as { resize(bytes: number): void }).resize(4);
  return view;
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** Name → a fresh value of that kind. */
export const ODD: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  false: () => false,
  '0': () => 0,
  '-0': () => -0,
  '1': () => 1,
  '1.5': () => 1.5,
  '-1': () => -1,
  '2^53': () => 2 ** 53,
  '1e308': () => 1e308,
  '5e-324': () => 5e-324,
  NaN: () => Number.NaN,
  Infinity: () => Infinity,
  '-Infinity': () => -Infinity,
  'empty string': () => '',
  "'1'": () => '1',
  'long string': () => 'x'.repeat(500),
  '0n': () => 0n,
  '1n': () => 1n,
  symbol: () => Symbol('x'),
  function: () => () => 1,
  class: () => Thing,
  'empty array': () => [],
  zeros: () => [0, 0, 0, 0, 0, 0].slice(0, 3),
  'sparse array': () => new Array(3),
  'huge sparse array': () => new Array(2 ** 32 - 1),
  strings: () => ['0', '0', '0'],
  bigints: () => [0n, 0n, 0n],
  symbols: () => [Symbol('a'), Symbol('b'), Symbol('c')],
  'array with a getter that throws': () => Object.defineProperty([0, 0, 0], 1, { get: throwing }),
  'length -3': () => ({ length: -3 }),
  'length 1.5': () => ({ length: 1.5 }),
  "length '3'": () => ({ length: '3', 0: 0, 1: 0, 2: 0 }),
  'length 3n': () => ({ length: 3n, 0: 0, 1: 0, 2: 0 }),
  'length Infinity': () => ({ length: Infinity }),
  'length 2^53': () => ({ length: 2 ** 53 }),
  'length that throws': () => Object.defineProperty({}, 'length', { get: throwing, enumerable: true }),
  'empty object': () => ({}),
  'object without prototype': () => Object.create(null),
  'object with a stray key': () => ({ stray: 1 }),
  'object that is no primitive': () => ({ [Symbol.toPrimitive]: throwing, toString: throwing, valueOf: throwing }),
  'proxy that throws': () =>
    new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing, getPrototypeOf: throwing }),
  'revoked proxy': () => revoked({}),
  'revoked array': () => revoked([]),
  'Float32Array of 3': () => new Float32Array(3),
  'Float64Array of 3': () => new Float64Array(3),
  'shared Float32Array of 3': () => new Float32Array(new SharedArrayBuffer(12)),
  'resizable Float32Array of 3': () => new Float32Array(new ArrayBuffer(12, { maxByteLength: 64 } as object)),
  'Uint8Array of 3': () => new Uint8Array(3),
  'BigInt64Array of 3': () => new BigInt64Array(3),
  'empty BigInt64Array': () => new BigInt64Array(0),
  'detached Float32Array': () => detached(new Float32Array(3)),
  'detached Uint8Array': () => detached(new Uint8Array(3)),
  'array that was cut off': cutOff,
  ArrayBuffer: () => new ArrayBuffer(12),
  DataView: () => new DataView(new ArrayBuffer(12)),
  '{ x, y, z }': () => ({ x: 0, y: 0, z: 0 }),
  '{ x, y, z } of strings': () => ({ x: '0', y: '0', z: '0' }),
  '{ x, y }': () => ({ x: 0, y: 0 }),
  'Vector3 of three.js': () => new Vector3(),
  'Euler of three.js': () => new Euler(),
  Date: () => new Date(0),
  Map: () => new Map([['margin', 1]]),
  RegExp: () => /x/,
  Promise: () => Promise.resolve(1),
  'boxed 1': () => Object(1) as unknown,
  "boxed '1'": () => Object('1') as unknown,
  'instance of a class': () => new Thing(),
};

/** What a kind of argument takes, and what it takes or not (limits on finite numbers differ); it refuses all else. */
export interface Kind {
  readonly takes: readonly string[];
  readonly either: readonly string[];
}

const FINITE = ['0', '-0', '1', '1.5', '-1', '2^53', '1e308', '5e-324'];
const TRIPLES = [
  'zeros',
  'Float32Array of 3',
  'Float64Array of 3',
  'shared Float32Array of 3',
  'resizable Float32Array of 3',
  'Uint8Array of 3',
  '{ x, y, z }',
  'Vector3 of three.js',
];
const kind = (takes: readonly string[], either: readonly string[] = []): Kind => ({ takes, either });

export const NUMBER = kind(['1'], FINITE);
export const NUMBER_OR_INFINITY = kind(['1', 'Infinity'], FINITE);
export const ID = kind(['0'], FINITE);
export const FLAG = kind(['true', 'false']);
export const VECTOR = kind(TRIPLES);
/** A vector of the plane. */
export const PLANE_VECTOR = kind(['{ x, y }', '{ x, y, z }', 'Vector3 of three.js']);
/** Three numbers are too few of these. */
export const NOTHING = kind([]);
export const OPTIONS = kind(['undefined', 'empty object', 'object without prototype', 'instance of a class']);
export const ANYTHING = kind(Object.keys(ODD));

/** The same, which may be left out. */
export const optional = ({ takes, either }: Kind): Kind => ({ takes: [...takes, 'undefined'], either });
