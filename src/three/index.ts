/**
 * `hullstorm/three`: objects of three.js as bodies and shapes.
 * @module hullstorm/three
 */

export { Bridge, createBridge, type ObjectBodyOptions, type Pick } from './bridge.ts';
export { type DebugColor, DebugLines, type DebugLinesOptions } from './debugLines.ts';
export {
  type GeometryHullOptions,
  type GeometryMeshOptions,
  hullFromGeometry,
  meshFromGeometry,
} from './geometryShapes.ts';
export { type ObjectPart, type ObjectShape, type ObjectShapeOptions, shapesFromObject } from './objectShapes.ts';
export type { PickOptions } from './picking.ts';
export { type ObjectBody, PosedObjects } from './posedObjects.ts';
