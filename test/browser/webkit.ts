/** WebKitGTK's MiniBrowser on a display of its own, by WebDriver. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openDisplay, stop } from './display.ts';
import { findProgram, type TestBrowser } from './testBrowser.ts';

const ADVICE = "install Debian's webkit2gtk-driver, or set WEBKIT_BROWSER and WEBKIT_DRIVER";
/** For the driver to listen (ms). */
const PATIENCE = 20_000;
/** Runs in the page: an expression, to its end. */
const EVALUATE = `const [expression, done] = arguments;
const answer = (it) => done(JSON.stringify(it));
(async () => eval(expression))().then((value) => answer({ value }), (error) => answer({ error: String(error) }));`;

/** Starts MiniBrowser. @param environment variables besides this process's own */
export async function openWebKit(environment: Readonly<Record<string, string>> = {}): Promise<TestBrowser> {
  const { WEBKIT_BROWSER, WEBKIT_DRIVER } = process.env;
  const libraries = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);
  const binary = findProgram(WEBKIT_BROWSER ? [WEBKIT_BROWSER] : libraries, ADVICE);
  const driver = findProgram([WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver'], ADVICE);
  const display = await openDisplay();
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...environment, DISPLAY: display.name },
  });
  const end = async () => {
    await stop(server);
    await display.close();
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
          async evaluate(expression) {
            const body = { script: EVALUATE, args: [expression] };
            const answer = await send<string>('POST', `${session}/execute/async`, body);
            const { value, error } = JSON.parse(answer) as { value: never; error?: string };
            if (error) throw new Error(error);
            return value;
          },
          screenshot: async () => Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
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
      // fetch throws it while nothing listens
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
