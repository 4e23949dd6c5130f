/**
 * Advice for functions: at most 6 parameters and 30 locals, since more of them are hard to keep in mind. Lines are not
 * counted. A function beyond it stands in `ACCEPTED` with its reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAX_PARAMETERS = 6;
const MAX_LOCALS = 30;

/** Reasons that hold for several functions. */
const SCALARS = 'the numbers of a vector or of an interval: a record of them would be allocated on hosts';
const PUBLIC = 'a public call: two shapes, each with its pose and motion';
const ENTRY = 'an entry of wasm: its parameters are tables, and a range of rows';
const TABLES = 'tables and a row, from one caller';
const FORMULA = 'a formula: its names are those of the method that the comment names';
const STATE = 'the state of a loop: parts of it would return all of it';
const VISITORS = 'three of them are visitors, which the compilers put into the loop';

/** Functions beyond the advice, by file and name, with the reason why they stay. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'src/broad/around.ts findAround': TABLES,
  'src/broad/bounds/boundRows.ts boundBody': FORMULA,
  'src/broad/bounds/boundRows.ts boundRows': ENTRY,
  'src/broad/bounds/bounds.ts boundsRows': ENTRY,
  'src/broad/near.ts isNear': SCALARS,
  'src/broad/tree/findBoxes.ts findBoxes': ENTRY,
  'src/dim2/pair/search.ts search': STATE,
  'src/dim2/queries/castShapes.ts castShapes': PUBLIC,
  'src/dynamics/wide/bodies.ts beginGroup': FORMULA,
  'src/dynamics/wide/bounce.ts prepareBundle': FORMULA,
  'src/dynamics/wide/finishBodies.ts finishGroup': FORMULA,
  'src/dynamics/wide/prepare.ts prepareBundle': FORMULA,
  'src/dynamics/wide/rows.ts storeRows': SCALARS,
  'src/kernels/boxes/lanes/features.ts atEdges': FORMULA,
  'src/kernels/boxes/lanes/nearest.ts writeNearest': TABLES,
  'src/kernels/boxes/lanes/sortBoxes.ts sortBoxes': ENTRY,
  'src/kernels/boxes/lanes/witness.ts meet': TABLES,
  'src/kernels/boxes/lanes/witness.ts tryCorner': TABLES,
  'src/kernels/boxes/witness.ts boxWitness': FORMULA,
  'src/kernels/casts/boxAxes.ts writeEdge': SCALARS,
  'src/kernels/contacts/contactRows.ts contactRows': ENTRY,
  'src/kernels/contacts/lanes/boxFaces.ts projectFace': TABLES,
  'src/kernels/contacts/lanes/boxFaces.ts storeFaceAxes': TABLES,
  'src/kernels/contacts/lanes/clip.ts cut': TABLES,
  'src/kernels/contacts/lanes/contactTile.ts contactTile': STATE,
  'src/kernels/contacts/lanes/contactTile.ts putRow': TABLES,
  'src/kernels/contacts/lanes/faceSlots.ts put': TABLES,
  'src/kernels/contacts/lanes/points.ts addWitness': TABLES,
  'src/kernels/epa/lanes/epa.ts epa': STATE,
  'src/kernels/epa/lanes/polytope.ts grow': STATE,
  'src/kernels/epa/lanes/result.ts finishEpa': STATE,
  'src/kernels/epa/lanes/support.ts supportOf': SCALARS,
  'src/kernels/epa/lanes/warmStart.ts classify': STATE,
  'src/kernels/gjk/closerOnTriangle.ts closerOnSliver': FORMULA,
  'src/kernels/gjk/closerOnTriangle.ts closerOnTriangle': FORMULA,
  'src/kernels/gjk/lanes/gjk.ts gjk': ENTRY,
  'src/kernels/gjk/lanes/result.ts finishGjk': STATE,
  'src/kernels/gjk/lanes/searchPairs.ts removeFinished': TABLES,
  'src/kernels/gjk/lanes/simplex.ts reduce': FORMULA,
  'src/kernels/gjk/lanes/start.ts resume': TABLES,
  'src/kernels/gjk/lanes/support.ts lookUpCells': FORMULA,
  'src/kernels/gjk/simplex.ts closestOnTetrahedron': FORMULA,
  'src/kernels/planes/lanes/faceRows.ts f64FaceRow': FORMULA,
  'src/kernels/planes/lanes/simplex.ts writeSimplex': TABLES,
  'src/kernels/round/lanes/epa.ts findDepth': STATE,
  'src/kernels/round/lanes/result.ts finishRound': STATE,
  'src/kernels/round/lanes/simplex.ts reduceRound': FORMULA,
  'src/kernels/rows/distanceRows.ts distanceRows': ENTRY,
  'src/kernels/rows/hostContext.ts contextOf': ENTRY,
  'src/kernels/rows/lanes/rows.ts sortRows': STATE,
  'src/kernels/rows/lanes/sortConvex.ts sortConvex': ENTRY,
  'src/kernels/supports/vertices.ts scanCell': TABLES,
  'src/kernels/tree/descend.ts descend': VISITORS,
  'src/queries/distance/verify.ts offCore': TABLES,
  'src/shapes/hull/faces.ts rimOf': TABLES,
  'src/single/castShape.ts castShape': PUBLIC,
  'src/single/poses.ts loadNumbers': TABLES,
};

interface Size {
  readonly name: string;
  readonly parameters: number;
  readonly locals: number;
}

function sizesIn(path: string, text: string): Size[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found: Size[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const name = `${path} ${node.name?.getText() ?? 'without a name'}`;
      found.push({ name, parameters: node.parameters.length, locals: localsIn(node) });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Variables of a function, without those of functions in it. */
function localsIn(node: ts.Node): number {
  let locals = 0;
  node.forEachChild((child) => {
    if (ts.isFunctionLike(child)) return;
    locals += Number(ts.isVariableDeclaration(child)) + localsIn(child);
  });
  return locals;
}

const isBeyond = ({ parameters, locals }: Size) => parameters > MAX_PARAMETERS || locals > MAX_LOCALS;

const sizes = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .flatMap((path) => sizesIn(path, readFileSync(join(ROOT, path), 'utf8')));

describe('functions', () => {
  const beyond = sizes.filter(isBeyond);

  test(`have at most ${MAX_PARAMETERS} parameters and ${MAX_LOCALS} locals, or a reason`, () => {
    const missing = beyond.filter(({ name }) => !(name in ACCEPTED));
    expect(missing).toEqual([]);
  });

  test('with a reason need it', () => {
    const names = new Set(beyond.map(({ name }) => name));
    expect(Object.keys(ACCEPTED).filter((name) => !names.has(name))).toEqual([]);
  });

  test('are counted', () => {
    expect(sizes.length).toBeGreaterThan(2000);
    const text = `function f(a, b) { let x = 1; const [y] = [2]; for (const z of []) (() => { let w; })(); }`;
    expect(sizesIn('a.ts', text)).toEqual([
      { name: 'a.ts f', parameters: 2, locals: 3 },
      { name: 'a.ts without a name', parameters: 0, locals: 1 },
    ]);
  });
});
