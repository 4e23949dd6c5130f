/**
 * JavaScript modules of a tree of one lane. Two forms:
 *
 *   javaScriptOf   over a buffer: `instantiate(buffer)` gives the functions as an instance of the wasm does
 *   moduleOf       over objects: an ES module of functions, from which bundlers drop what is not used
 */
import { dirname, relative } from 'node:path';
import { HOSTED_JAVASCRIPT, hostedName } from '../hosted.ts';
import { type Kind, leafKinds } from '../kinds.ts';
import { withoutUnusedParameters } from '../passes/unusedParameters.ts';
import { blocksOf, expressionsOf, type Statement, type Tree, type TreeFunction } from '../tree.ts';
import { calledIn, isFloat, JavaScript, type Slots } from './javaScript.ts';
import { JAVASCRIPT_PRELUDE } from './javaScriptRows.ts';
import { type MappedText, mapped } from './sourceMap.ts';

interface Written {
  readonly functions: readonly string[];
  readonly exports: readonly { readonly as: string; readonly of: TreeFunction; readonly slots: Slots }[];
  /** The elements of `$a`. */
  readonly count: number;
}

/** The text of a module over a buffer. */
export function javaScriptOf(tree: Tree): string {
  const { functions, exports, count } = write(tree, false);
  return `${JAVASCRIPT_PRELUDE}
export function instantiate(buffer) {
const $f32 = new Float32Array(buffer), $f64 = new Float64Array(buffer), $i32 = new Int32Array(buffer);
const $u16 = new Uint16Array(buffer), $u8 = new Uint8Array(buffer);
const $a = new Float64Array(${count});
${tree.isHosting ? HOSTED_JAVASCRIPT : ''}${functions.join('\n')}
return {
${exports.map(({ as, of, slots }) => exportOf(as, of, slots)).join('')}};
}
`;
}

/** The ES module `file`, with its source map. It imports the functions of other modules by their paths. */
export function moduleOf(tree: Tree, file: string): MappedText {
  const items = withoutUnusedParameters(tree.items);
  const { functions, exports, count } = write({ ...tree, items }, true);
  const callees = new Set(items.flatMap((item) => ('body' in item ? calleesOf(item.body) : [])));
  const imports = [...tree.imports].flatMap(([name, path]) => {
    if (!callees.has(hostedName(name))) return [];
    const from = relative(dirname(file), path)
      .replace(/^(?!\.)/, './')
      .replace(/ts$/, 'js');
    return `import { ${name} as ${hostedName(name)} } from '${from}';\n`;
  });
  const names = exports.map(({ as, of, slots }) => {
    if (slots.results.length > 0 || slots.parameters.some((slot) => slot !== undefined))
      throw new Error(`moduleOf: expected ${as} to take and return no float, which V8 allocates`);
    return `${of.name} as ${as}`;
  });
  const passed = count > 0 ? `const $a = /* @__PURE__ */ new Float64Array(${count});\n` : '';
  return mapped(
    `${imports.join('')}${passed}${functions.join('\n')}\nexport { ${names.join(', ')} };\n`,
    file,
    tree.sources,
  );
}

function write({ lanes, items }: Tree, hasObjects: boolean): Written {
  if (lanes !== 1) throw new Error(`javaScriptOf: expected a tree of one lane, got ${lanes}`);
  const slots = new Map<string, Slots>();
  let count = 0;
  const functions: string[] = [];
  const exports: Written['exports'][number][] = [];
  const byName = new Map<string, TreeFunction>();
  for (const item of items) {
    if ('exported' in item) {
      exports.push({ as: item.as, of: byName.get(item.exported)!, slots: slots.get(item.exported)! });
      continue;
    }
    const next = (kind: Kind) => (isFloat(kind) ? count++ : undefined);
    byName.set(item.name, item);
    const parameters = item.parameters.map(({ kind }) => next(kind));
    const isStored = item.result.form === 'record' || isFloat(item.result);
    slots.set(item.name, { parameters, results: isStored ? leafKinds(item.result).map(() => count++) : [] });
    functions.push(new JavaScript(slots, hasObjects).function(item));
  }
  return { functions, exports, count };
}

/** A member of the exports: takes and gives numbers, as wasm does. */
function exportOf(as: string, { name, parameters, result }: TreeFunction, slots: Slots): string {
  const names = parameters.map((_, k) => `p${k}`);
  const stored = parameters.flatMap(({ kind }, k) => {
    const isSingle = kind.form === 'basic' && kind.name !== 'Double';
    return isFloat(kind) ? [`$a[${slots.parameters[k]}] = ${isSingle ? `Math.fround(p${k})` : `p${k}`}; `] : [];
  });
  const passed = parameters.flatMap(({ kind }, k) => {
    if (isFloat(kind)) return [];
    return [kind.form === 'basic' && kind.name === 'Flag' ? `p${k} !== 0` : `p${k} | 0`];
  });
  const call = `${name}(${passed.join(', ')})`;
  const [slot] = slots.results;
  const given = slot === undefined ? `return ${call};` : `${call}; return $a[${slot}];`;
  const isFlag = result.form === 'basic' && result.name === 'Flag';
  const body = isFlag ? `return ${call} ? 1 : 0;` : result.form === 'void' ? `${call};` : given;
  return `  ${as}(${names.join(', ')}) { ${stored.join('')}${body} },\n`;
}

function calleesOf(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => [
    ...expressionsOf(statement).flatMap(calledIn),
    ...blocksOf(statement).flatMap(calleesOf),
  ]);
}
