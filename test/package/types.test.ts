/**
 * A program of a user's, checked against the built declarations by every TypeScript that is promised, without `skipLibCheck`. The
 * sources are in test/fixtures/consumer; the package is found by its name, from here.
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sweep } from '../support/sweep.ts';

type TypeScript = typeof import('typescript');

const VERSIONS = ['typescript-5.7', 'typescript-5.9', 'typescript'];
const FIXTURES = fileURLToPath(new URL('../fixtures/consumer/', import.meta.url));
const RESOLUTIONS = [
  ['nodenext', 'node.ts'],
  ['bundler', 'node.ts'],
  ['nodenext', 'page.ts'],
  ['bundler', 'page.ts'],
] as const;
/** The first and the last version, each resolution and each program once; the other combinations in the deep run. */
const FEW = [
  ['typescript-5.7', 'nodenext', 'page.ts'],
  ['typescript', 'bundler', 'node.ts'],
] as const;
const ALL = VERSIONS.flatMap((version) =>
  RESOLUTIONS.map(([resolution, file]) => [version, resolution, file] as const),
);

test.each(sweep<readonly (typeof ALL)[number][]>(FEW, ALL))(
  '%s, %s: %s',
  async (version, resolution, file) => {
    const { default: ts } = (await import(version)) as { default: TypeScript };
    const isNode = file === 'node.ts';
    const program = ts.createProgram([`${FIXTURES}${file}`], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: resolution === 'nodenext' ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
      moduleResolution: resolution === 'nodenext' ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.Bundler,
      // a page has no types of Node, a program of Node none of the DOM
      lib: isNode ? ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'] : ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: isNode ? ['node'] : [],
      customConditions: resolution === 'bundler' ? [isNode ? 'node' : 'browser'] : isNode ? [] : ['browser'],
    });
    // all but the libraries of TypeScript and Node, which are not ours
    const sources = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
    expect(sources.length).toBeGreaterThan(20);
    const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
    const errors = sources.flatMap((source) => ts.getPreEmitDiagnostics(program, source));
    const found = [...general, ...errors].map(({ file: at, start, messageText }) => {
      const line = at && start !== undefined ? at.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${at?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(found).toEqual([]);
  },
  120_000,
);
