/** Stands for `src/gpu` in `hullstorm.min.js`, which is without it: what a GPU runs is as large as a kernel. */
export async function findGpu(wanted, { kernel }) {
  const why = 'gpu: expected the modules of the package, got hullstorm.min.js, which has none for a GPU';
  if (wanted === 'required') throw new Error(`createEngine: ${why}`);
  return { whyNoGpu: `${why}: all queries run on kernel '${kernel}'` };
}
