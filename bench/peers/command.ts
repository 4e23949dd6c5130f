/** The start of every command in this folder: loads libraries, and prints progress and errors. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

/** The machine of the measurements. */
export const machine = { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, node: process.version };
export const MACHINE_LINE = `machine   ${machine.cpu} × ${machine.cores}, Node ${machine.node}`;

/** bench/peers has a package.json of its own, so that users and contributors of hullstorm do not install its peers. */
export function installPeers(): void {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const wanted = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { dependencies: Record<string, string> };
  const missing = Object.entries(wanted.dependencies).filter(([name, version]) => {
    const file = `${folder}node_modules/${name}/package.json`;
    return !existsSync(file) || (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version !== version;
  });
  if (missing.length === 0) return;
  console.error(`installing ${missing.map((entry) => entry.join(' ')).join(', ')} into bench/peers/node_modules`);
  try {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', folder], {
      stdio: ['ignore', process.stderr.fd, process.stderr.fd], // stdout is for results
      shell: process.platform === 'win32', // npm is npm.cmd there
    });
  } catch (error) {
    console.error(`npm ci failed, libraries that are not there are left out: ${reasonOf(error)}`);
  }
}

export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].slice(0, 160);
}

/** Progress on a terminal: the next line overwrites it. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70)}\r`);
}
