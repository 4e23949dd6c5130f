/** Waiting in tests: for what happens, not for milliseconds. The limit of the test ends a wait that is in vain. */

/** Lets whatever is ready to run do so. */
export const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** Resolves when `isSo`. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
