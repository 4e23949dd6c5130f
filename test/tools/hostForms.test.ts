/** Conversions of the lanes language that hosts do not need. */
import { expect, test } from 'vitest';
import { hostForms } from '../../tools/hostForms.ts';

/** What becomes of an expression. */
function formOf(expression: string): string {
  return hostForms(`const form = ${expression};`).replace(/^const form = (.*);\n$/s, '$1');
}

test.each([
  ['Number(reals[word + 1])', '(reals[word + 1])'],
  ['Number(id & 1)', '(id & 1)'],
  ['Number(code >> 8)', '(code >> 8)'],
  ['Number(1 - 2 * k)', '(1 - 2 * k)'],
  ['Number(x < 0)', '(x < 0 | 0)'],
  ['Number(x < 0) << 1', '(x < 0 | 0) << 1'],
  ['0.5 * Number(grid)', '0.5 * grid'],
  ['Number(a + b) * 2', '(a + b) * 2'],
  ['Math.trunc(x * 2 + 1) | 0', 'x * 2 + 1 | 0'],
  ['Math.min(most, Math.trunc(u + 1) | 0)', 'Math.min(most, u + 1 | 0)'],
  ['Number(Number(words[k]) * 2)', '((words[k]) * 2)'],
])('%s is %s', (expression, form) => expect(formOf(expression)).toBe(form));

test.each([
  'Number(flag)',
  'Number(a && b)',
  'Number(a + b)',
  'Math.trunc(x)',
  'Math.trunc(x) | 1',
  '1 + Number(count)',
])('%s stays', (expression) => expect(formOf(expression)).toBe(expression));

test.each([3, 2.5, -0.75, Number.NaN, 1e9])('the same value: %f', (x) => {
  const source =
    'const words = [x]; return [Number(words[0]) * 3, Math.trunc(x) | 0, Number(x < 1), 2 - Number(x > 0)];';
  expect(new Function('x', `${hostForms(`function run() { ${source} }`)} return run();`)(x)).toEqual(
    new Function('x', source)(x),
  );
});
