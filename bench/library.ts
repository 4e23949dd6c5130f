/** The built package, by its own name. `bench/peers` is a package of its own and cannot name it. */
export * from 'hullstorm';
export { createDynamics } from 'hullstorm/dynamics';
