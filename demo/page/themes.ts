/** The colors of a picture: of the sky, the ground and the light; and how bright it is. */

export interface Theme {
  /** Of the horizon, and of the fog. */
  readonly horizon: string;
  readonly zenith: string;
  /** Of the sky around the sun. */
  readonly glow: string;
  readonly ground: string;
  /** Of every second square of the ground, and of its lines. */
  readonly square: string;
  readonly line: string;
  readonly sun: string;
  readonly sunlight: number;
  /** Light from above and from the ground. */
  readonly above: string;
  readonly below: string;
  readonly skylight: number;
  readonly exposure: number;
  /** Of static bodies, and of the walls of a yard. */
  readonly solid: string;
  readonly glass: string;
}

export const DAY: Theme = {
  horizon: '#cfdfee',
  zenith: '#5b9ad9',
  glow: '#fff1d6',
  ground: '#cfc8ba',
  square: '#c3bbab',
  line: '#a39a8a',
  sun: '#ffe9c9',
  sunlight: 3.1,
  above: '#d3e4fb',
  below: '#b5a48c',
  skylight: 2.1,
  exposure: 0.95,
  solid: '#8d97a8',
  glass: '#3f5673',
};

/** Points of a sensor glow in it. */
export const NIGHT: Theme = {
  horizon: '#2a3354',
  zenith: '#0a0f22',
  glow: '#59507c',
  ground: '#1d2440',
  square: '#1a203a',
  line: '#333e66',
  sun: '#c4cffc',
  sunlight: 2,
  above: '#7f90cc',
  below: '#39406a',
  skylight: 1.8,
  exposure: 1.25,
  solid: '#59648c',
  glass: '#c8d6ff',
};
