/** WebKitGTK's MiniBrowser on a display of its own, by WebDriver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { findProgram, type TestBrowser } from './testBrowser.ts';

const ADVICE = "install Debian's webkit2gtk-driver and xvfb, or set WEBKIT_BROWSER, WEBKIT_DRIVER and XVFB";
/** For the driver to listen (ms). */
const PATIENCE = 20_000;
/** Runs in the page: a function of the test page, to its end. */
const CALL = `const [name, args, done] = arguments;
const answer = (it) => done(JSON.stringify(it));
(async () => hullTests[name](...args))().then((value) => answer({ value }), (error) => answer({ error: String(error) }));`;

/** WebKitGTK for the test page. @param environment variables besides this process's own */
export async function openWebKit(environment: Readonly<Record<string, string>> = {}): Promise<TestBrowser> {
  const { WEBKIT_BROWSER, WEBKIT_DRIVER, XVFB } = process.env;
  const libraries = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);
  const binary = findProgram(WEBKIT_BROWSER ? [WEBKIT_BROWSER] : libraries, ADVICE);
  const driver = findProgram([WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver'], ADVICE);
  const screen = findProgram([XVFB ?? '/usr/bin/Xvfb'], ADVICE);

  const display = spawn(screen, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(display.stdio[3] as Readable, 'data');
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...environment, DISPLAY: `:${String(number).trim()}` },
  });
  const end = async () => {
    await stop(server);
    await stop(display);
  };
  try {
    const address = `http://127.0.0.1:${port}/session`;
    const { sessionId } = await untilHeard(() =>
      send<{ sessionId: string }>('POST', address, {
        capabilities: {
          alwaysMatch: {
            timeouts: { script: 170_000 },
            'webkitgtk:browserOptions': { binary, args: ['--automation'] },
          },
        },
      }),
    );
    const session = `${address}/${sessionId}`;
    return {
      async open(url) {
        await send('POST', `${session}/url`, { url });
        return {
          async call(name, ...args) {
            const body = { script: CALL, args: [name, args] };
            const answer = await send<string>('POST', `${session}/execute/async`, body);
            const { value, error } = JSON.parse(answer) as { value: never; error?: string };
            if (error) throw new Error(error);
            return value;
          },
          close: () => send('POST', `${session}/url`, { url: 'about:blank' }),
        };
      },
      async close() {
        await send('DELETE', session).finally(end);
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** A command of WebDriver. @returns its value */
async function send<T>(method: string, address: string, body?: unknown): Promise<T> {
  const response = await fetch(address, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`);
  return value;
}

/** The first command, again until the driver listens. */
async function untilHeard<T>(command: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await command();
    } catch (error) {
      // fetch: nobody listens yet
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
