/**
 * The shapes of a planar scene as one thread's kernel reads them: built from the tables when a row first needs them,
 * then kept.
 *
 *   reads   shapes, vertices, the count of restores in the query row
 */
import type { Frame } from '../../tables/frame.ts';
import { RESTORES } from '../../tables/queryTable.ts';
import { RADIUS, SHAPE_STRIDE, VERTEX_BEGIN, VERTEX_COUNT, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import { buildGeometry, type Geometry, SLACK_F32 } from '../pair/geometry.ts';

export class PlanarShapes {
  readonly #frame: Frame;
  /** By shape id. */
  #known: (Geometry | undefined)[] = [];
  #restores = 0;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** Drops all shapes if the scene has been restored. Called at the begin of a block. */
  refresh(): void {
    const restores = this.#frame.query.words[RESTORES];
    if (restores === this.#restores) return;
    this.#restores = restores;
    this.#known = [];
  }

  /** The shape of an id that is in use. */
  get(id: number): Geometry {
    return this.#known[id] ?? this.#build(id);
  }

  #build(id: number): Geometry {
    const { shapes, vertices } = this.#frame;
    const word = SHAPE_STRIDE * id;
    const count = shapes.words[word + VERTEX_COUNT];
    const rows = shapes.words[word + VERTEX_ROWS];
    const begin = 3 * shapes.words[word + VERTEX_BEGIN];
    const points = new Float64Array(2 * count);
    for (let k = 0; k < count; k++) {
      points[2 * k] = vertices.coordinates[begin + k];
      points[2 * k + 1] = vertices.coordinates[begin + rows + k];
    }
    const built = buildGeometry(points, shapes.reals[word + RADIUS], SLACK_F32);
    while (this.#known.length < id) this.#known.push(undefined);
    this.#known[id] = built;
    return built;
  }
}
