/** Draws the scene: at once, or with ambient occlusion from its depths. */
import {
  DepthTexture,
  HalfFloatType,
  NeutralToneMapping,
  PCFShadowMap,
  type PerspectiveCamera,
  type Scene,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { GTAOPass } from 'three/addons/postprocessing/GTAOPass.js';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { createGpuTimer } from './gpuTimer.ts';
import type { Tier } from './quality.ts';

/** Of the occlusion: how far it reaches (m), its samples, and how dark it is. */
const OCCLUSION = { radius: 0.9, distanceExponent: 1.4, thickness: 1.2, scale: 1.1, samples: 12 };
const DENOISE = { lumaPhi: 10, depthPhi: 2, normalPhi: 3, radius: 6, rings: 2, samples: 12 };
const DARKNESS = 0.9;

export interface Picture {
  readonly renderer: WebGLRenderer;
  /** The graphics card, if the browser tells it. */
  readonly graphics: string;
  /** Time of the last frame that the graphics card has told (ms); undefined where the browser does not. */
  readonly gpuTime: number | undefined;
  setTier(tier: Tier): void;
  /** @param width CSS px @param height CSS px */
  setSize(width: number, height: number): void;
  /** @param isMoved whether shadows change */
  draw(isMoved: boolean): void;
  dispose(): void;
}

/** @throws Error when there is no WebGL */
export function createPicture(canvas: HTMLCanvasElement, scene: Scene, camera: PerspectiveCamera): Picture {
  const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;
  const timer = createGpuTimer(renderer.getContext() as WebGL2RenderingContext);
  const size = { width: 1, height: 1 };
  let mostPixelRatio = 1;
  let occlusion: Occlusion | undefined;

  const resize = () => {
    const ratio = Math.min(devicePixelRatio, mostPixelRatio);
    renderer.setPixelRatio(ratio);
    renderer.setSize(size.width, size.height, false);
    occlusion?.setSize(Math.round(ratio * size.width), Math.round(ratio * size.height));
  };

  return {
    renderer,
    graphics: nameOfGraphics(renderer.getContext()),
    get gpuTime() {
      return timer.time;
    },
    setTier(tier) {
      mostPixelRatio = tier.mostPixelRatio;
      if (!tier.hasOcclusion) occlusion?.dispose();
      occlusion = tier.hasOcclusion ? (occlusion ?? createOcclusion(scene, camera)) : undefined;
      resize();
    },
    setSize(width, height) {
      Object.assign(size, { width: Math.max(width, 1), height: Math.max(height, 1) });
      resize();
    },
    draw(isMoved) {
      renderer.shadowMap.needsUpdate = isMoved;
      timer.begin();
      if (occlusion) occlusion.draw(renderer);
      else renderer.render(scene, camera);
      timer.end();
    },
    dispose() {
      occlusion?.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

interface Occlusion {
  setSize(width: number, height: number): void;
  draw(renderer: WebGLRenderer): void;
  dispose(): void;
}

function createOcclusion(scene: Scene, camera: PerspectiveCamera): Occlusion {
  const drawn = new WebGLRenderTarget(1, 1, { type: HalfFloatType, samples: 4, depthTexture: new DepthTexture(1, 1) });
  const shaded = new WebGLRenderTarget(1, 1, { type: HalfFloatType });
  // normals come from the depths: glass and points have none, as they write none
  const pass = new GTAOPass(scene, camera, 1, 1);
  pass.setGBuffer(drawn.depthTexture ?? undefined);
  pass.updateGtaoMaterial(OCCLUSION);
  pass.updatePdMaterial(DENOISE);
  pass.blendIntensity = DARKNESS;
  const output = new OutputPass();
  output.renderToScreen = true;
  return {
    setSize(width, height) {
      drawn.setSize(width, height);
      shaded.setSize(width, height);
      pass.setSize(width, height);
    },
    draw(renderer) {
      renderer.setRenderTarget(drawn);
      renderer.render(scene, camera);
      pass.render(renderer, shaded, drawn, 0, false);
      renderer.setRenderTarget(null);
      output.render(renderer, shaded, shaded, 0, false);
    },
    dispose() {
      for (const part of [drawn, shaded, pass, output]) part.dispose();
    },
  };
}

/** Browsers hide the name of the card behind an extension, or tell it at once. */
function nameOfGraphics(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const told = String(gl.getParameter(gl.RENDERER));
  if (!/^webkit webgl$/i.test(told)) return told;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : told;
}
