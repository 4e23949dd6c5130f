/** The percentiles that demos print: of scenes/, for the bench prints them too, and nobody imports a demo. */
export * from '../../scenes/frameStats.ts';
