/** Node 24, from the packages of test/browser/runtimes. */
import { arch, platform } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Where the runtimes are installed, and how. */
export const RUNTIMES = fileURLToPath(new URL('../test/browser/runtimes/', import.meta.url));
export const INSTALL_RUNTIMES = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', RUNTIMES];

const PACKAGE = platform() === 'darwin' && arch() === 'arm64' ? 'node-bin' : 'node';

/** The program in node_modules there. The package named node only looks for it, by a script. */
export const NODE_24 = `${PACKAGE}-${platform()}-${arch()}/bin/node`;
