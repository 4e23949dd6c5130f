/** The examples that the gallery shows. One that runs in a page needs an entry here, and no change of its own. */
interface Entry {
  /** Its name in the address of the page that runs it. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The source, and the picture with the text in its place: paths in the repository. */
  readonly file: string;
  readonly picture?: readonly [file: string, alt: string];
  /** Other source that is shown. */
  readonly second?: string;
  /** Whether it needs WebGPU. Without an adapter, its button is disabled and says why. */
  readonly needsGpu?: boolean;
}

export interface Program extends Entry {
  /** Runs it: the module is the program. What it logs is shown. */
  readonly run: () => Promise<unknown>;
}

/** An example that is a page. */
export interface Page extends Entry {
  /** Its folder, with an index.html that vite builds. */
  readonly folder: string;
}

/** An example that is a page of the demo. */
export interface DemoPage extends Entry {
  /** Where it is: a path below the base of the site. */
  readonly address: string;
}

export type Example = Program | Page | DemoPage;

export const isPage = (example: Example): example is Page => 'folder' in example;
export const isProgram = (example: Example): example is Program => 'run' in example;

/** Where an example runs: an address below the base of the site. */
export function addressOf(example: Example): string {
  if ('address' in example) return example.address;
  return isPage(example) ? `/apps/${example.name}/index.html` : `/run/index.html?${example.name}`;
}

export const GALLERY: readonly Example[] = [
  {
    name: 'brickWall',
    title: 'A ball against a wall of bricks',
    text: 'Rigid bodies: 72 bricks, a lift with a crate, and a heavy ball.',
    file: 'examples/brickWall.ts',
    picture: ['docs/images/examples/brickWall.png', 'A wall of bricks, broken'],
    run: () => import('../examples/brickWall.ts'),
  },
  {
    name: 'lidar',
    title: 'A lidar on a car',
    text: 'A car scans its street with 11,520 rays per scan, and brakes before a lorry.',
    file: 'examples/lidar.ts',
    picture: ['docs/images/examples/lidar.png', 'A car in a street'],
    run: () => import('../examples/lidar.ts'),
  },
  {
    name: 'character',
    title: 'A character on stairs, slopes and hills',
    text: 'It walks along what it meets, and climbs what is low enough.',
    file: 'examples/character.ts',
    picture: ['docs/images/examples/character.png', 'Stairs, a ramp and hills'],
    run: () => import('../examples/character.ts'),
  },
  {
    name: 'pointCloud',
    title: 'A point cloud against its plan',
    text: 'Each point of a scan belongs to the part of the plan that is closest, or to none.',
    file: 'examples/pointCloud.ts',
    picture: ['docs/images/examples/pointCloud.png', 'Parts on a table'],
    run: () => import('../examples/pointCloud.ts'),
  },
  {
    name: 'game2d',
    title: 'A game in the plane',
    text: 'A ship among stones, steered by an autopilot: a planar engine.',
    file: 'examples/game2d.ts',
    picture: ['docs/images/examples/game2d.svg', 'A ship among stones'],
    run: () => import('../examples/game2d.ts'),
  },
  {
    name: 'server',
    title: 'An authoritative server',
    text: 'A client joins by a snapshot, and then gets what moves.',
    file: 'examples/server.ts',
    picture: ['docs/images/examples/server.png', 'Crates that a ball has hit'],
    run: () => import('../examples/server.ts'),
  },
  {
    name: 'threeBodies',
    title: 'Bodies of a three.js scene',
    text: 'Crates are instances of one mesh, a chair is a group, an arch is all of its triangles, and a ball flies in.',
    file: 'examples/threeBodies.ts',
    picture: ['docs/images/examples/threeBodies.png', 'Crates, a chair and an arch'],
    run: () => import('../examples/threeBodies.ts'),
  },
  {
    name: 'robotArm',
    title: 'The clearance of a robot arm',
    text: 'Seven links among 500 obstacles: the least distance of each of 200 motions. The picture has 100,000.',
    file: 'examples/robotArm/clearance.ts',
    picture: ['docs/images/clearance.svg', 'The least clearance of 100,000 motions: min, p5 and p50 of neighbors'],
    run: () => import('../examples/robotArm/clearance.ts'),
  },
  {
    name: 'tinySolver',
    title: 'A solver of your own',
    text: 'Contact queries alone, and 200 lines that turn manifolds into impulses: 300 boxes, spheres and hulls fall.',
    file: 'examples/tinySolver.ts',
    run: () => import('../examples/tinySolver.ts'),
  },
  {
    name: 'gpu',
    title: 'A shader of your own',
    text: 'It adds up gaps between boxes on the GPU. Without one, the thread of the page does.',
    file: 'examples/gpu.ts',
    run: () => import('../examples/gpu.ts'),
  },
  {
    name: 'webWorker',
    title: 'A worker owns the engine',
    text: 'Balls in a glass box: a worker steps them, and the page draws. Click to bump them.',
    folder: 'examples/webWorker',
    file: 'examples/webWorker/page.ts',
    second: 'examples/webWorker/simulation.ts',
  },
  {
    name: 'react',
    title: 'React Three Fiber',
    text: '`<World>`, `<Body>` and `<Bodies>` in 120 lines to copy. Click a body to push it.',
    folder: 'examples/react',
    file: 'examples/react/src/world.tsx',
    second: 'examples/react/src/app.tsx',
  },
  {
    name: 'cuboids',
    title: '100,000 cuboids on a GPU',
    text: 'They drift, and those that overlap another one are orange: a million pairs per frame.',
    address: '/demo/cuboids/index.html',
    file: 'demo/page/cuboids/main.ts',
    second: 'demo/page/cuboids/drift.ts',
    needsGpu: true,
  },
];
