import { expect, test } from 'vitest';
import { withoutDocs } from '../../tools/withoutDocs.ts';

test('doc comments on lines of their own go, and nothing else', () => {
  const text = `#!/usr/bin/env node
/** A module. */
import { a } from './a.js';
/**
 * Of a function.
 */
export function f(/** inside */ b) {
    /** Of a constant. */
    const text = '/** no comment */';
    // a line
    return import(/* webpackIgnore: true */ \`\${text}
/** no comment */
\`);
}
export class C {
    /** Of a field. */
    #field = 1;
}
const last = /* @__PURE__ */ f(a);
`;
  expect(withoutDocs(text)).toBe(`#!/usr/bin/env node
import { a } from './a.js';
export function f(/** inside */ b) {
    const text = '/** no comment */';
    // a line
    return import(/* webpackIgnore: true */ \`\${text}
/** no comment */
\`);
}
export class C {
    #field = 1;
}
const last = /* @__PURE__ */ f(a);
`);
});
