/** What the visitor inspects: the triangle under the cursor, lit; contact points, with normals of their manifolds. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { BodyScene } from '../../scenes/bodies.ts';
import { indicesOf } from '../../scenes/surfaces.ts';
import { CONTACT_NUMBERS, MOST_SHOWN, type Seen } from './protocol.ts';

export interface InspectionView {
  readonly group: Group;
  /** Lights the triangle that is seen, or none. */
  light(seen: Seen | undefined): void;
  /** Shows contact points, CONTACT_NUMBERS of each; undefined: none. */
  showContacts(contacts: Float32Array | undefined): void;
  dispose(): void;
}

const LIT = '#ffcf4a';
const POINT = '#ff5470';
const NORMAL = '#7cf5ff';
/** Diameter of a point (px), and length of a normal (m). */
const SIZE = 5;
const LENGTH = 0.5;

export function createInspectionView(scene: BodyScene): InspectionView {
  const { triangle, light } = createLight(scene);
  const { points, normals, show } = createContactView();
  const all = [triangle, points, normals] as const;
  for (const object of all) object.frustumCulled = false; // culling would need new bounds each time
  return {
    group: new Group().add(...all),
    light,
    showContacts: show,
    dispose() {
      for (const { geometry, material } of all) {
        geometry.dispose();
        material.dispose();
      }
    },
  };
}

function createLight({ bodies }: BodyScene) {
  const material = new MeshBasicMaterial({ color: LIT, side: DoubleSide, toneMapped: false, fog: false });
  // in front of the surface that it is part of
  Object.assign(material, { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
  const corners = dynamicAttribute(3);
  const triangle = new Mesh(new BufferGeometry().setAttribute('position', corners), material);
  triangle.visible = false;
  const vertices = bodies.map(({ surface }) => surface && indicesOf(surface));
  return {
    triangle,
    light(seen: Seen | undefined): void {
      const { surface, position, rotation } = seen ? (bodies[seen.body] ?? {}) : {};
      triangle.visible = !!seen && !!surface && seen.child >= 0;
      if (!seen || !surface || !position || !triangle.visible) return;
      for (let corner = 0; corner < 3; corner++) {
        const vertex = vertices[seen.body]![3 * seen.child + corner];
        corners.array.set(surface.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * corner);
      }
      corners.needsUpdate = true;
      triangle.position.set(...position);
      triangle.quaternion.set(...(rotation ?? [0, 0, 0, 1]));
    },
  };
}

function createContactView() {
  // seen through bodies: contacts are between them
  const look = { depthTest: false, depthWrite: false, transparent: true, toneMapped: false, fog: false };
  const places = dynamicAttribute(MOST_SHOWN);
  const ends = dynamicAttribute(2 * MOST_SHOWN);
  const points = new Points(
    new BufferGeometry().setAttribute('position', places),
    new PointsMaterial({ color: POINT, size: SIZE, sizeAttenuation: false, ...look }),
  );
  const normals = new LineSegments(
    new BufferGeometry().setAttribute('position', ends),
    new LineBasicMaterial({ color: NORMAL, opacity: 0.6, ...look }),
  );
  points.visible = normals.visible = false;
  return {
    points,
    normals,
    show(contacts: Float32Array | undefined): void {
      points.visible = normals.visible = !!contacts;
      if (!contacts) return;
      const count = contacts.length / CONTACT_NUMBERS;
      for (let k = 0; k < count; k++) {
        for (let c = 0; c < 3; c++) {
          const from = contacts[CONTACT_NUMBERS * k + c];
          places.array[3 * k + c] = from;
          ends.array[6 * k + c] = from;
          ends.array[6 * k + 3 + c] = from + LENGTH * contacts[CONTACT_NUMBERS * k + 3 + c];
        }
      }
      points.geometry.setDrawRange(0, count);
      normals.geometry.setDrawRange(0, 2 * count);
      places.needsUpdate = true;
      ends.needsUpdate = true;
    },
  };
}

function dynamicAttribute(vertices: number): BufferAttribute {
  return new BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(DynamicDrawUsage);
}
