import type { Scene } from '../scenes/parts/scene.ts'
import { traceBackdrop } from './backdrop.ts'
import { SceneCamera } from './camera.ts'
import { RayTree } from './rays.ts'
import { ShadowMap } from './shadow-map.ts'
import { SceneStage } from './stage.ts'
import { ToneCurve } from './tone.ts'

const shadowSamples = 1536

/** Draws a scene at any time of its loop; the still part is traced once, when made (some tens of seconds). */
export class SceneRenderer {
  readonly #scene: Scene
  readonly #stage: SceneStage

  constructor(scene: Scene, width: number, height: number) {
    this.#scene = scene
    const { light, shadows } = scene
    const camera = new SceneCamera(scene.camera, width, height)
    const mesh = scene.still()
    const tree = new RayTree(mesh)
    const still = new ShadowMap(light, shadows.middle, shadows.radiusMetres, shadowSamples)
    still.bake(tree)
    const moving = new ShadowMap(light, shadows.middle, shadows.radiusMetres, shadowSamples)
    const backdrop = traceBackdrop(camera, light, mesh, tree)
    this.#stage = new SceneStage(camera, light, backdrop, still, moving, new ToneCurve(width, height, light.exposure, 3), mesh)
  }

  /** Packed RGB bytes of the picture at a time of the loop. */
  frame(seconds: number): Uint8ClampedArray {
    return this.#stage.draw(this.#scene.actors(seconds))
  }
}
