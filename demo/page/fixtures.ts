/** Meshes of the static bodies that stand in a yard, but for its walls: masts, stairs, obstacles. */
import type { HeightFieldShape, Shape } from 'hullstorm';
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import { type BodyScene, isWall } from '../../scenes/bodies.ts';
import { colorByHeight, lookOf, surfaceGeometry } from './bodyLook.ts';
import { DAY, NIGHT } from './themes.ts';

export interface Fixtures {
  readonly group: Group;
  dispose(): void;
}

export function createFixtures({ bodies, sensor }: BodyScene): Fixtures {
  const color = (sensor ? NIGHT : DAY).solid;
  // a surface has no back: what faces the sun casts its shadow
  const shadowSide = DoubleSide;
  const material = new MeshStandardMaterial({ color, roughness: 0.7, flatShading: true });
  const smooth = new MeshStandardMaterial({ color, roughness: 0.8, metalness: 0.05, shadowSide });
  const land = new MeshStandardMaterial({ roughness: 0.95, vertexColors: true, shadowSide });
  const group = new Group();
  bodies.forEach((body, row) => {
    const { shape, surface, type, position, rotation } = body;
    const isGround = position[1] < 0;
    if (type !== 'static' || isWall(body) || isGround) return;
    const mesh = surface ? new Mesh(surfaceGeometry(surface), smooth) : meshOf(shape, row, material);
    if (shape.kind === 'heightField') {
      colorByHeight(mesh.geometry);
      mesh.material = land;
      mesh.add(skirtOf(shape, mesh.geometry, smooth));
    }
    mesh.position.set(...position);
    if (rotation) mesh.quaternion.set(...rotation);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    group.add(mesh);
  });
  return {
    group,
    dispose() {
      group.traverse((object) => object instanceof Mesh && object.geometry.dispose());
      material.dispose();
      smooth.dispose();
      land.dispose();
    },
  };
}

/** What is below the edges of a height field, down to the ground. */
function skirtOf(
  { surface: { rows, columns } }: HeightFieldShape,
  { attributes }: BufferGeometry,
  material: Material,
): Mesh {
  const edge = [
    ...Array.from({ length: columns }, (_, k) => k),
    ...Array.from({ length: rows }, (_, k) => (k + 1) * columns - 1),
    ...Array.from({ length: columns }, (_, k) => rows * columns - 1 - k),
    ...Array.from({ length: rows }, (_, k) => (rows - 1 - k) * columns),
  ];
  const { position } = attributes;
  const at = (vertex: number, isLow: boolean) => [
    position.getX(vertex),
    isLow ? 0 : position.getY(vertex),
    position.getZ(vertex),
  ];
  const corners = edge.slice(1).flatMap((b, k) => {
    const a = edge[k];
    return [at(a, false), at(b, false), at(a, true), at(a, true), at(b, false), at(b, true)].flat();
  });
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  const skirt = new Mesh(geometry, material);
  skirt.receiveShadow = true;
  return skirt;
}

function meshOf(shape: Shape, row: number, material: MeshStandardMaterial): Mesh {
  const { makeGeometry, scale } = lookOf(shape, row, false);
  const mesh = new Mesh(makeGeometry(), material);
  mesh.scale.set(...scale);
  return mesh;
}
