/**
 * Repetitions of tests that run twice: a few in `npm test`, so that every kind of case is there, and many in `npm run test:deep`.
 * vitest.config.ts lists the files of such tests.
 */
const isDeep = process.env.HULLSTORM_DEEP === '1';

/** `few` in `npm test`, `many` in `npm run test:deep`. */
export function sweep<T>(few: T, many: T): T {
  return isDeep ? many : few;
}
