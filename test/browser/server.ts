/** A folder over http on the loopback interface, with headers of choice. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** What makes a page cross-origin isolated, and so gives it shared memory. */
export const ISOLATED: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/javascript', // a CDN's address of a package
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

export interface Site {
  /** Where the folder is, with a slash at the end. */
  readonly url: string;
  /** Paths that match are not found, for tests of what is missing. */
  missing: RegExp | undefined;
  /** Paths that begin with it lead to those without it. */
  moved: string | undefined;
  close(): Promise<void>;
}

/**
 * Serves `folder`.
 * @param base the path the folder is at, with a slash at both ends
 */
export async function serve(folder: string, headers: Readonly<Record<string, string>>, base = '/'): Promise<Site> {
  const site: Pick<Site, 'missing' | 'moved'> = { missing: undefined, moved: undefined };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    if (site.moved && pathname.startsWith(site.moved)) {
      response.writeHead(302, { Location: `/${pathname.slice(site.moved.length)}`, ...headers }).end();
      return;
    }
    const inside = pathname.startsWith(base) ? normalize(`/${decodeURIComponent(pathname.slice(base.length))}`) : '';
    const path = join(folder, inside.endsWith('/') ? `${inside}index.html` : inside);
    const body =
      inside === '' || site.missing?.test(pathname) ? undefined : await readFile(path).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': 'no-store',
      ...headers,
    });
    response.end(body ?? 'not found');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}${base}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}
