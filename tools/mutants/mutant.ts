/** A mutant: a fault that is put into the sources on purpose, to see which test finds it. */

/** A piece of a source, and what stands there in the mutant. */
export interface Edit {
  readonly file: string;
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

export interface Mutant {
  /** The same after edits elsewhere. */
  readonly id: string;
  readonly area: string;
  /** File and function, or file alone. */
  readonly place: string;
  readonly what: string;
  readonly edits: readonly Edit[];
  /** A test that should find it. */
  readonly test?: string;
}

/** The text of `file` in a mutant. */
export function mutated(file: string, text: string, { edits }: Mutant): string {
  const own = edits.filter((edit) => edit.file === file).sort((a, b) => b.begin - a.begin);
  return own.reduce((rest, { begin, end, text: put }) => rest.slice(0, begin) + put + rest.slice(end), text);
}

export const filesOf = ({ edits }: Mutant): string[] => [...new Set(edits.map(({ file }) => file))];
