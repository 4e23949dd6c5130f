/** The random numbers of tests: the scenes' own, so that a failing seed can be quoted in an issue. */
export { seeded } from '../../scenes/random.ts';
