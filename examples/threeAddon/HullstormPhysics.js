import { Matrix4, Quaternion, Vector3 } from 'three';

const HULLSTORM_PATH = 'https://cdn.jsdelivr.net/npm/hullstorm@0.1.0/dist/hullstorm.min.js';

const frameRate = 60;

/**
 * The points of a geometry, scaled.
 *
 * @param {BufferGeometry} geometry
 * @param {Vector3} scale
 * @returns {Float32Array} x, y and z of each vertex.
 */
function pointsOf(geometry, scale) {
  const position = geometry.getAttribute('position');
  const points = new Float32Array(3 * position.count);
  const vertex = new Vector3();
  for (let i = 0; i < position.count; i++)
    vertex
      .fromBufferAttribute(position, i)
      .multiply(scale)
      .toArray(points, 3 * i);
  return points;
}

/**
 * The shape of a geometry: exact for boxes, spheres, capsules, cylinders and cones; else the surface for what stands
 * still, and the convex hull for what moves.
 */
function getShape(hullstorm, geometry, scale, isStatic) {
  const { type, parameters = {} } = geometry;
  const isUniform = scale.x === scale.y && scale.y === scale.z;
  const isRound = scale.x === scale.z;
  switch (type) {
    case 'BoxGeometry': {
      const { width, height, depth } = parameters;
      return hullstorm.box((width / 2) * scale.x, (height / 2) * scale.y, (depth / 2) * scale.z);
    }
    case 'SphereGeometry':
      if (isUniform) return hullstorm.sphere(parameters.radius * scale.x);
      break;
    case 'CapsuleGeometry':
      if (isUniform) return hullstorm.capsule((parameters.height / 2) * scale.x, parameters.radius * scale.x);
      break;
    case 'ConeGeometry':
      if (isRound) return hullstorm.cone((parameters.height / 2) * scale.y, parameters.radius * scale.x);
      break;
    case 'CylinderGeometry': {
      const { radiusTop, radiusBottom, height } = parameters;
      if (isRound && radiusTop === radiusBottom) return hullstorm.cylinder((height / 2) * scale.y, radiusTop * scale.x);
      break;
    }
  }

  const positions = pointsOf(geometry, scale);
  if (isStatic)
    return hullstorm.mesh({ positions, indices: geometry.index ? geometry.index.array : undefined, sides: 'both' });
  return hullstorm.hull(positions);
}

/**
 * @classdesc Can be used to include hullstorm as a Physics engine into
 * `three.js` apps. The API can be initialized via:
 * ```js
 * const physics = await HullstormPhysics();
 * ```
 * The component automatically imports hullstorm from a CDN so make sure
 * to use the component with an active Internet connection. On pages that are
 * cross-origin isolated it steps on several threads.
 *
 * @name HullstormPhysics
 * @class
 * @hideconstructor
 * @three_import import { HullstormPhysics } from 'three/addons/physics/HullstormPhysics.js';
 * @param {string} [path] - The address of `hullstorm.min.js`.
 */
async function HullstormPhysics(path = HULLSTORM_PATH) {
  const hullstorm = await import(/* @vite-ignore */ path);
  const engine = await hullstorm.createEngine();
  const dynamics = await hullstorm.createDynamics(engine);

  const meshes = new Map();
  const position = new Vector3();
  const quaternion = new Quaternion();
  const scale = new Vector3();
  const matrix = new Matrix4();

  function addScene(scene) {
    scene.updateMatrixWorld();
    scene.traverse((child) => {
      if (!child.isMesh || !child.userData.physics) return;
      const { mass, restitution } = child.userData.physics;
      addMesh(child, mass, restitution);
    });
  }

  function addMesh(mesh, mass = 0, restitution = 0) {
    removeMesh(mesh);
    mesh.updateWorldMatrix(true, false);
    const bodies = [];
    const count = mesh.isInstancedMesh ? mesh.count : 1;
    for (let i = 0; i < count; i++) {
      matrix.copy(mesh.matrixWorld);
      if (mesh.isInstancedMesh) {
        const own = new Matrix4();
        mesh.getMatrixAt(i, own);
        matrix.multiply(own);
      }
      matrix.decompose(position, quaternion, scale);
      bodies.push(addBody(getShape(hullstorm, mesh.geometry, scale, mass === 0), mass, restitution, scale.clone()));
    }
    meshes.set(mesh, { bodies, mass });
  }

  function addBody(shape, mass, restitution, ownScale) {
    const id = dynamics.addBody(shape, {
      type: mass > 0 ? 'dynamic' : 'static',
      mass: mass > 0 ? mass : undefined,
      position: position.toArray(),
      rotation: quaternion.toArray(),
      restitution,
    });
    return { id, scale: ownScale };
  }

  function removeMesh(mesh) {
    const entry = meshes.get(mesh);
    if (!entry) return;
    for (const { id } of entry.bodies) {
      const shape = engine.scene.shapes[id];
      dynamics.removeBody(id);
      engine.scene.removeShape(shape);
    }
    meshes.delete(mesh);
  }

  function bodyOf(mesh, index) {
    return meshes.get(mesh)?.bodies[index]?.id;
  }

  function setMeshPosition(mesh, point, index = 0) {
    const id = bodyOf(mesh, index);
    if (id === undefined) return;
    dynamics.setPose(id, point.toArray(), engine.scene.rotations.subarray(4 * id, 4 * id + 4));
    if (meshes.get(mesh).mass > 0) dynamics.setVelocity(id, [0, 0, 0]);
  }

  function setMeshVelocity(mesh, velocity, index = 0) {
    const id = bodyOf(mesh, index);
    if (id !== undefined) dynamics.setVelocity(id, velocity.toArray(), dynamics.spins.subarray(4 * id, 4 * id + 3));
  }

  function applyImpulse(mesh, impulse, index = 0) {
    const id = bodyOf(mesh, index);
    if (id !== undefined) dynamics.applyImpulse(id, impulse.toArray());
  }

  function addHeightfield(mesh, width, depth, heights, fieldScale) {
    const spacing = [fieldScale.x / (width - 1), fieldScale.z / (depth - 1)];
    const scaled = Float32Array.from(heights, (height) => height * fieldScale.y);
    const field = hullstorm.heightField({ rows: depth, columns: width, spacing, heights: scaled });
    mesh.updateWorldMatrix(true, false);
    mesh.matrixWorld.decompose(position, quaternion, scale);
    const body = addBody(field, 0, 0, scale.clone());
    meshes.set(mesh, { bodies: [body], mass: 0 });
    return body.id;
  }

  function step() {
    dynamics.stepSync(1 / frameRate);
    const { positions, rotations } = engine.scene;
    for (const [mesh, { bodies, mass }] of meshes) {
      if (mass === 0) continue;
      // poses are of the world; matrices are those of the parent's space
      const parent = mesh.isInstancedMesh ? mesh.matrixWorld : mesh.parent?.matrixWorld;
      const toLocal = parent ? new Matrix4().copy(parent).invert() : undefined;
      bodies.forEach(({ id, scale: own }, i) => {
        position.fromArray(positions, 4 * id);
        quaternion.fromArray(rotations, 4 * id);
        matrix.compose(position, quaternion, own);
        if (toLocal) matrix.premultiply(toLocal);
        if (mesh.isInstancedMesh) mesh.setMatrixAt(i, matrix);
        else matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
      });
      if (!mesh.isInstancedMesh) continue;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.computeBoundingSphere();
    }
  }

  // animate

  const timer = setInterval(step, 1000 / frameRate);

  return {
    hullstorm,
    dynamics,
    /**
     * Adds the given scene to this physics simulation. Only meshes with a
     * `physics` object in their {@link Object3D#userData} field will be honored.
     * ```js
     * box.userData.physics = { mass: 1, restitution: 0 };
     * ```
     *
     * @method
     * @name HullstormPhysics#addScene
     * @param {Object3D} scene The scene or any type of 3D object to add.
     */
    addScene,
    /**
     * Adds the given mesh to this physics simulation. An instanced mesh is one body per instance.
     *
     * @method
     * @name HullstormPhysics#addMesh
     * @param {Mesh} mesh The mesh to add.
     * @param {number} [mass=0] The mass in kg of the mesh; 0: it does not move.
     * @param {number} [restitution=0] The part of the speed that a bounce returns, from 0 to 1.
     */
    addMesh,
    /**
     * Removes the given mesh from this physics simulation.
     *
     * @method
     * @name HullstormPhysics#removeMesh
     * @param {Mesh} mesh The mesh to remove.
     */
    removeMesh,
    /**
     * Sets the position of the given mesh, and ends its motion.
     *
     * @method
     * @name HullstormPhysics#setMeshPosition
     * @param {Mesh} mesh The mesh to update the position for.
     * @param {Vector3} position - The new position.
     * @param {number} [index=0] - If the mesh is instanced, the instance.
     */
    setMeshPosition,
    /**
     * Sets the velocity of the given mesh.
     *
     * @method
     * @name HullstormPhysics#setMeshVelocity
     * @param {Mesh} mesh The mesh to update the velocity for.
     * @param {Vector3} velocity - The new velocity.
     * @param {number} [index=0] - If the mesh is instanced, the instance.
     */
    setMeshVelocity,
    /**
     * Applies an impulse to the given mesh.
     *
     * @method
     * @name HullstormPhysics#applyImpulse
     * @param {Mesh} mesh - The mesh to apply the impulse to.
     * @param {Vector3} impulse - The impulse to apply.
     * @param {number} [index=0] - If the mesh is instanced, the instance.
     */
    applyImpulse,
    /**
     * Adds a terrain.
     *
     * @method
     * @name HullstormPhysics#addHeightfield
     * @param {Mesh} mesh - The mesh that shows the terrain.
     * @param {number} width - The number of vertices along x.
     * @param {number} depth - The number of vertices along z.
     * @param {Float32Array} heights - Heights, row by row along x.
     * @param {Object} scale - Size along x and z, and a factor for heights.
     * @returns {number} The body of the terrain.
     */
    addHeightfield,
    /**
     * Ends the simulation, and its threads.
     *
     * @method
     * @name HullstormPhysics#dispose
     */
    dispose() {
      clearInterval(timer);
      return engine.close();
    },
  };
}

export { HullstormPhysics };
