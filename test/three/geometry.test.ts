/** Geometries of three.js as hulls and meshes: what is read is what three.js draws. */
import { massProperties, meshInfo, QueryError, type Shape } from 'hullstorm';
import { hullFromGeometry, meshFromGeometry } from 'hullstorm/three';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Float16BufferAttribute,
  Float32BufferAttribute,
  GLBufferAttribute,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';

const BOX = [0, 1].flatMap((x) => [0, 2].flatMap((y) => [0, 3].flatMap((z) => [x, y, z])));
/** Triangles of a box of 1 × 2 × 3, by the numbers of its corners: bit 0 is z, bit 1 y, bit 2 x. */
const SIDES = [
  0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
];

function boxOf(index: BufferAttribute | undefined, position: BufferAttribute | InterleavedBufferAttribute) {
  const geometry = new BufferGeometry().setAttribute('position', position);
  if (index) geometry.setIndex(index);
  return geometry;
}

const plain = () => new BufferAttribute(Float32Array.from(BOX), 3);
const interleaved = () => {
  const rows = Array.from({ length: 8 }, (_, k) => [9, 9, ...BOX.slice(3 * k, 3 * k + 3), 9, 9]);
  return new InterleavedBufferAttribute(new InterleavedBuffer(Float32Array.from(rows.flat()), 7), 3, 2);
};
const listed = () => new BufferAttribute(Float32Array.from(SIDES.flatMap((k) => BOX.slice(3 * k, 3 * k + 3))), 3);

const FORMS: Record<string, () => BufferGeometry> = {
  '16-bit indices': () => boxOf(new BufferAttribute(Uint16Array.from(SIDES), 1), plain()),
  '32-bit indices': () => boxOf(new BufferAttribute(Uint32Array.from(SIDES), 1), plain()),
  '8-bit indices': () => boxOf(new BufferAttribute(Uint8Array.from(SIDES), 1), plain()),
  'no indices': () => boxOf(undefined, listed()),
  'interleaved positions': () => boxOf(new BufferAttribute(Uint16Array.from(SIDES), 1), interleaved()),
  'half floats': () => {
    const geometry = boxOf(new BufferAttribute(Uint16Array.from(SIDES), 1), new Float16BufferAttribute(24, 3));
    for (let k = 0; k < 8; k++) {
      const [x = 0, y = 0, z = 0] = BOX.slice(3 * k, 3 * k + 3);
      geometry.attributes.position.setXYZ(k, x, y, z);
    }
    return geometry;
  },
  'normalized integers': () => {
    const geometry = boxOf(new BufferAttribute(Uint16Array.from(SIDES), 1), plain()).scale(1 / 3, 1 / 3, 1 / 3);
    const bytes = geometry.attributes.position.array.map((value) => Math.round(65535 * value));
    geometry.setAttribute('position', new BufferAttribute(Uint16Array.from(bytes), 3, true));
    return geometry;
  },
  'a vertex that no triangle has': () =>
    boxOf(new BufferAttribute(Uint16Array.from(SIDES), 1), new Float32BufferAttribute([...BOX, 99, 99, 99], 3)),
  'a draw range': () => {
    const geometry = boxOf(new BufferAttribute(Uint16Array.from([0, 1, 7, ...SIDES, 5, 5, 5]), 1), plain());
    geometry.setDrawRange(3, 36);
    return geometry;
  },
};
const isScaledDown = (name: string) => name === 'normalized integers';

describe.each(Object.keys(FORMS))('%s', (name) => {
  const volume = isScaledDown(name) ? 6 / 27 : 6;

  test('as a hull', () => {
    const shape = hullFromGeometry(FORMS[name]!());
    expect(shape.points.length).toBe(isScaledDown(name) || name !== 'no indices' ? 24 : 108);
    expect(massProperties(shape, 1).mass).toBeCloseTo(volume, 3);
  });

  test('as a mesh', () => {
    const info = meshInfo(meshFromGeometry(FORMS[name]!()));
    expect([info.triangles, info.vertices, info.borderEdges]).toEqual([12, 8, 0]);
  });
});

test('a hull encloses what three.js draws', () => {
  const geometry = new TorusKnotGeometry(1, 0.3, 64, 8);
  const { points } = hullFromGeometry(geometry);
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  for (let c = 0; c < 3; c++) {
    const along = Array.from(points).filter((_, k) => k % 3 === c);
    expect([Math.min(...along), Math.max(...along)]).toEqual([min.getComponent(c), max.getComponent(c)]);
  }
});

test('maxVertices keeps the outermost vertices', () => {
  const shape = hullFromGeometry(new SphereGeometry(1, 64, 32), { maxVertices: 20 });
  const { mass } = massProperties(shape, 1);
  expect(mass).toBeGreaterThan(0.5 * ((4 / 3) * Math.PI));
  expect(mass).toBeLessThan((4 / 3) * Math.PI);
});

test('a scale, also one that mirrors', () => {
  const cone = new BufferGeometry().setAttribute(
    'position',
    new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3),
  );
  const massOf = (shape: Shape) => massProperties(shape, 1).mass;
  const box = new BoxGeometry(1, 2, 3);
  expect(massOf(hullFromGeometry(box, { scale: [2, 2, 2] }))).toBeCloseTo(48, 4);
  expect(massOf(hullFromGeometry(box, { scale: new Vector3(-1, 2, 1) }))).toBeCloseTo(12, 4);
  expect(meshInfo(meshFromGeometry(cone, { scale: [-1, 1, 1] })).triangles).toBe(1);
});

test('groups are materials', () => {
  const geometry = new BoxGeometry(1, 1, 1);
  expect(geometry.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(() => meshFromGeometry(geometry)).not.toThrow();
  geometry.groups[1]!.materialIndex = 256;
  expect(() => meshFromGeometry(geometry)).toThrow('mesh: materials');
});

describe('is refused', () => {
  const bad = (...values: number[]) =>
    new BufferGeometry().setAttribute('position', new Float32BufferAttribute(values, 3));
  test.each<[string, () => unknown, string]>([
    ['no geometry', () => hullFromGeometry({} as BufferGeometry), 'geometry: expected a BufferGeometry, got an object'],
    ['no position', () => hullFromGeometry(new BufferGeometry()), 'geometry: expected one with the attribute position'],
    [
      'NaN',
      () => hullFromGeometry(bad(0, 0, 0, 1, Number.NaN, 0, 0, 1, 0)),
      'expected finite positions, got NaN at vertex 1',
    ],
    [
      'no triangle',
      () => hullFromGeometry(bad(0, 0, 0, 1, 0, 0)),
      'geometry: expected one with triangles, got one without',
    ],
    [
      'a plane',
      () =>
        hullFromGeometry(
          new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 1, 0, 0, 1], 2)),
        ),
      'expected positions of three numbers, got 2 numbers each',
    ],
    [
      'a buffer of the GPU',
      () =>
        hullFromGeometry(
          new BufferGeometry().setAttribute(
            'position',
            new GLBufferAttribute({} as WebGLBuffer, 5126, 3, 4, 3) as unknown as BufferAttribute,
          ),
        ),
      'expected positions in an array, got a GLBufferAttribute',
    ],
    [
      'a wrong index',
      () => meshFromGeometry(boxOf(new BufferAttribute(Uint16Array.of(0, 1, 8), 1), plain())),
      'meshFromGeometry: geometry: expected vertex numbers in 0..7, got 8 in its index',
    ],
    [
      'a scale of 0',
      () => hullFromGeometry(new BoxGeometry(), { scale: [1, 0, 1] }),
      'three numbers other than 0, got 1 0 1',
    ],
    [
      'three vertices',
      () => hullFromGeometry(new BoxGeometry(), { maxVertices: 3 }),
      'maxVertices: expected an integer ≥ 4, got 3',
    ],
    [
      'an unknown option',
      () => hullFromGeometry(new BoxGeometry(), { maxVertex: 8 } as object),
      'hullFromGeometry: options: expected maxVertices, scale, got the unknown option `maxVertex`; did you mean `maxVertices`?',
    ],
  ])('%s', (_, run, sentence) => {
    expect(run).toThrow(QueryError);
    expect(run).toThrow(sentence);
  });
});
