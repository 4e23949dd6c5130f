/** What the library says of a browser that lacks something. The browsers themselves: test/browser. */
import { describe, expect, test } from 'vitest';
import { checkPlatform, type Platform, whyNoWorkers } from '../../src/engine/platform.ts';

/** A constructor that refuses the address, as browsers do, after it read the options or not. */
function workerThat(reads: boolean, error: Error = new DOMException('no URL', 'SyntaxError')) {
  return class {
    constructor(_: string, options: { type: string }) {
      if (reads) expect(options.type).toBe('module');
      throw error;
    }
  };
}

const CHROMIUM =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const WEBKIT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

/** In a worker of a browser. */
const inWorker = (userAgent: string): Platform => ({
  ...COMPLETE,
  WorkerGlobalScope: Object,
  navigator: { userAgent },
});

const COMPLETE: Platform = {
  WebAssembly,
  Atomics,
  SharedArrayBuffer,
  Worker: workerThat(true),
  crossOriginIsolated: true,
  isSecureContext: true,
  navigator: { userAgent: CHROMIUM },
};

describe('whyNoWorkers', () => {
  test('nothing is missing', () => {
    expect(whyNoWorkers(COMPLETE, 'engine')).toBeUndefined();
  });

  test('a browser that has SharedArrayBuffer and does not know of isolation', () => {
    const { crossOriginIsolated: _, ...old } = COMPLETE;
    expect(whyNoWorkers(old, 'engine')).toBeUndefined();
  });

  test.each<[string, Platform, string]>([
    [
      'a page that is not isolated',
      { ...COMPLETE, crossOriginIsolated: false, SharedArrayBuffer: undefined },
      'expected a cross-origin isolated page for threads, got none: the calling thread works alone. Send ' +
        '"Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp" with the page.',
    ],
    [
      'a page that can not be isolated',
      { ...COMPLETE, crossOriginIsolated: false, isSecureContext: false, SharedArrayBuffer: undefined },
      'expected a page from https or localhost for threads, got one from elsewhere: the calling thread works alone. ' +
        'Serve the page over https, with the headers "Cross-Origin-Opener-Policy: same-origin" and ' +
        '"Cross-Origin-Embedder-Policy: require-corp".',
    ],
    [
      'an isolated page without SharedArrayBuffer',
      { ...COMPLETE, SharedArrayBuffer: undefined },
      'expected SharedArrayBuffer for threads, got a browser without it, or one in which it is turned off: the calling ' +
        'thread works alone. The page is cross-origin isolated, no header is missing: use another browser for threads.',
    ],
    [
      'an old browser',
      { WebAssembly, Atomics, Worker: COMPLETE.Worker },
      'expected SharedArrayBuffer for threads, got a browser without it, or one in which it is turned off: the calling ' +
        'thread works alone. Use another browser for threads.',
    ],
    [
      'no workers',
      { ...COMPLETE, Worker: undefined },
      'expected Worker for threads, got a place where none can be made: the calling thread works alone. Create the engine ' +
        'in a page or in a dedicated worker.',
    ],
    [
      'no module workers',
      { ...COMPLETE, Worker: workerThat(false) },
      "expected workers of type 'module' for threads, got a browser without them: the calling thread works alone. Use a " +
        'newer browser, or createWorker with a worker that is one classic script.',
    ],
  ])('%s', (_, platform, sentence) => {
    expect(whyNoWorkers(platform, 'engine')).toBe(sentence);
  });

  test('createWorker may make workers of any type', () => {
    expect(whyNoWorkers({ ...COMPLETE, Worker: workerThat(false) }, 'createWorker')).toBeUndefined();
  });

  test('a worker of Firefox: it may not make workers, and says how it gets some', () => {
    expect(whyNoWorkers(inWorker(FIREFOX), 'engine')).toBe(
      'expected workerPort for threads in a worker of Firefox, got none: the calling thread works alone. In Firefox a ' +
        'worker that makes workers may block for good: call lendWorkers() on the page, and pass its port to createEngine.',
    );
    for (const maker of ['createWorker', 'page'] as const) {
      expect(whyNoWorkers(inWorker(FIREFOX), maker)).toBeUndefined();
    }
  });

  test('pages of Firefox, and workers of other browsers, make workers', () => {
    expect(whyNoWorkers({ ...COMPLETE, navigator: { userAgent: FIREFOX } }, 'engine')).toBeUndefined();
    for (const other of [CHROMIUM, WEBKIT]) expect(whyNoWorkers(inWorker(other), 'engine')).toBeUndefined();
  });

  test('a page that lends workers: the engine itself needs no Worker, but shared memory', () => {
    expect(whyNoWorkers({ ...COMPLETE, Worker: undefined }, 'page')).toBeUndefined();
    expect(whyNoWorkers({ ...COMPLETE, crossOriginIsolated: false }, 'page')).toMatch(
      /^expected a cross-origin isolated/,
    );
  });

  test('a policy that refuses the address says nothing of module workers', () => {
    const refusing = workerThat(false, new TypeError('expected a TrustedScriptURL'));
    expect(whyNoWorkers({ ...COMPLETE, Worker: refusing }, 'engine')).toBeUndefined();
  });
});

describe('checkPlatform', () => {
  test('nothing is missing', () => {
    expect(() => checkPlatform(COMPLETE)).not.toThrow();
  });

  test.each(['WebAssembly', 'Atomics'])('no %s', (name) => {
    expect(() => checkPlatform({ ...COMPLETE, [name]: undefined })).toThrow(
      `createEngine: expected ${name}, got a browser without it, or one in which it is turned off`,
    );
  });
});
