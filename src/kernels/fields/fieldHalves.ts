/** Neighbors of the triangles of a height field. Its ends and its holes are borders. */
import type { Int, Words } from '../../language/lanes.ts';
import { BORDER, EDGES, HALF_EDGE } from '../../tables/meshWords.ts';
import { type FieldView, isHole } from './fieldView.ts';

const BETWEEN_HALVES = 1;
const ACROSS_ROWS = 2;

/** The triangle behind an edge, or −1. */
export function neighborInField(view: FieldView, words: Words, child: Int, edge: Int): Int {
  const { columns, rows } = view;
  if (edge === BETWEEN_HALVES) return child ^ 1;
  const cell = child >> 1;
  const step: Int = (child & 1) === 0 ? -1 : 1;
  const row = Math.trunc(Number(cell) / Number(columns));
  const place: Int = edge === ACROSS_ROWS ? row + step : cell - row * columns + step;
  const end: Int = edge === ACROSS_ROWS ? rows : columns;
  if (place < 0 || place >= end) return -1;
  const next: Int = edge === ACROSS_ROWS ? cell + step * columns : cell + step;
  const isEmpty = isHole(view, words, next);
  if (isEmpty) return -1;
  return (2 * next + (child & 1)) ^ 1;
}

/** The word of an edge (tables/meshWords.ts) without FLAT and CONCAVE. */
export function halfInField(view: FieldView, words: Words, child: Int, edge: Int): Int {
  const other = neighborInField(view, words, child, edge);
  if (other < 0) return BORDER | HALF_EDGE;
  return EDGES * other + edge;
}
