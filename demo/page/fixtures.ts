/** Meshes of the static bodies that stand in a yard, but for its walls: masts, stairs, obstacles. */
import type { Shape } from 'hullstorm';
import { Group, Mesh, MeshStandardMaterial } from 'three';
import { type BodyScene, isWall } from '../../scenes/bodies.ts';
import { colorByHeight, lookOf, surfaceGeometry } from './bodyLook.ts';

const COLOR = '#7d88ad';

export interface Fixtures {
  readonly group: Group;
  dispose(): void;
}

export function createFixtures({ bodies }: BodyScene): Fixtures {
  const material = new MeshStandardMaterial({ color: COLOR, roughness: 0.7, flatShading: true });
  const smooth = new MeshStandardMaterial({ color: COLOR, roughness: 0.8, metalness: 0.05 });
  const land = new MeshStandardMaterial({ roughness: 0.95, vertexColors: true });
  const group = new Group();
  bodies.forEach((body, row) => {
    const { shape, surface, type, position, rotation } = body;
    const isGround = position[1] < 0;
    if (type !== 'static' || isWall(body) || isGround) return;
    const mesh = surface ? new Mesh(surfaceGeometry(surface), smooth) : meshOf(shape, row, material);
    if (shape.kind === 'heightField') {
      colorByHeight(mesh.geometry);
      mesh.material = land;
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
      for (const mesh of group.children as Mesh[]) mesh.geometry.dispose();
      material.dispose();
      smooth.dispose();
      land.dispose();
    },
  };
}

function meshOf(shape: Shape, row: number, material: MeshStandardMaterial): Mesh {
  const { makeGeometry, scale } = lookOf(shape, row, false);
  const mesh = new Mesh(makeGeometry(), material);
  mesh.scale.set(...scale);
  return mesh;
}
