/** The built package, by its own name. `bench/peers` is a package of its own, in which that name does not resolve. */
export * from 'hullstorm';
export { createDynamics } from 'hullstorm/dynamics';
