/** Names of the lists of pairs, in the order of the rows of a table. */
export const PAIR_LISTS = {
  random: 'boxes at random',
  settled: 'settled heap of boxes',
  h16: 'hulls of 16',
  h64: 'hulls of 64',
  h256: 'hulls of 256',
};
