/** The shape table as wide kernels see it: words of a 64-byte row (shapes/shapeTable.ts; a test compares the two). */
export const SHAPE_BYTES = 64;

export const CORE = 0;
export const RADIUS = 1;
export const HALF_X = 2;
export const VERTEX_BEGIN = 5;
export const VERTEX_COUNT = 6;
export const VERTEX_ROWS = 7;
export const CELL_BEGIN = 8;
export const CELL_GRID = 9;

export const FACE_COUNT = 12;

export const BOX = 2;
export const HULL = 3;
