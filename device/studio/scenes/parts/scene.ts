import type { SceneName } from '../../../simulator/clip.ts'
import type { Happening, Visit } from '../../../simulator/happening.ts'
import type { CameraPlace } from '../../render/camera.ts'
import type { Light } from '../../render/light.ts'
import type { Mesh } from '../../render/mesh.ts'
import type { Actor } from '../../render/actor.ts'
import type { Vec3 } from '../../render/vector.ts'

/** Something that is reported, and what the actor is called that it is about: the plate of a vehicle unless `of` says another name. */
export interface SceneHappening extends Omit<Happening, 'box'> {
  of?: string
}

export interface Scene {
  name: SceneName
  camera: CameraPlace
  light: Light
  /** The part of the world in which moving things throw shadows. */
  shadows: { middle: Vec3; radiusMetres: number }
  /** Length of the loop; the last frame leads on to the first. */
  seconds: number
  /** How much coarser than usual it is encoded: scenes full of small things would take too much room otherwise. */
  coarser?: number
  still(): Mesh
  actors(seconds: number): Actor[]
  happenings: readonly SceneHappening[]
  visits?: readonly Visit[]
}
