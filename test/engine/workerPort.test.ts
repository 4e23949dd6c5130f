/** `lendWorkers` and the option `workerPort` where they are refused. Where they work: test/browser/browsers.test.ts. */
import { lendWorkers, QueryError } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { createEngineIn } from '../../src/engine/createEngine.ts';
import { WHOLE } from '../../src/engine/wholeEngine.ts';
import { lend } from '../../workers/lend.web.ts';

const BROWSER = { cores: 1, shared: true, canBorrow: true, whyNoWorkers: () => undefined, sources: () => [] };

describe('createEngine in a browser', () => {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  const createWorker = () => expect.fail('no worker is needed');
  test.each<[string, object, string]>([
    ['the word port', { workerPort: 'port' }, "workerPort: expected a MessagePort of lendWorkers(), got 'port'"],
    ['null', { workerPort: null }, 'workerPort: expected a MessagePort of lendWorkers(), got null'],
    [
      'a channel',
      { workerPort: new MessageChannel() },
      'workerPort: expected a MessagePort of lendWorkers(), got an instance of MessageChannel',
    ],
    [
      'createWorker, too',
      { workerPort: port1, createWorker },
      'options: expected createWorker or workerPort, got both',
    ],
  ])('%s', async (_, options, message) => {
    await expect(createEngineIn(BROWSER, WHOLE, options)).rejects.toThrow(new QueryError(`createEngine: ${message}`));
  });
});

test('lendWorkers in Node', () => {
  const sentence = 'lendWorkers: expected a page of a browser, got Node, where threads make their own workers';
  expect(() => lendWorkers()).toThrow(new QueryError(sentence));
});

test('lendWorkers in a worker', () => {
  expect('document' in globalThis).toBe(false);
  expect(() => lend()).toThrow(new QueryError('lendWorkers: expected a page, got a worker'));
});
