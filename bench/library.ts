/** The built package, by its own name. `bench/peers` is a package of its own and cannot name it. */
export * from 'hullstorm';

/** `hullstorm/dynamics`, by a name that is a value: `tsc` passes where the package has no such entry. */
export async function importDynamics<T>(): Promise<T> {
  const name: string = 'hullstorm/dynamics';
  return (await import(name)) as T;
}

/** Capacity for so many boxes, each a shape of its own. */
export function roomFor(boxes: number) {
  return { shapes: boxes, vertices: 8 * boxes, colliders: boxes };
}
