import type { EventKind } from '#contract/event-attributes.ts'
import type { SceneName } from '../../../simulator/clip.ts'
import type { CameraPlace } from '../../render/camera.ts'
import type { Light } from '../../render/light.ts'
import type { Mesh } from '../../render/mesh.ts'
import type { Actor } from '../../render/actor.ts'
import type { Vec3 } from '../../render/vector.ts'

/** Something that a camera's analytics would report, at its time in the loop; no two of a scene at the same time. */
export interface Happening {
  atMs: number
  kind: EventKind
  plate?: string
  attributes?: Readonly<Record<string, string>>
  /** The part of the picture that is reported, as shares of its width and height; the whole when there is none. */
  view?: { left: number; top: number; size: number }
}

/** A vehicle that was there before the loop was filmed: what a camera reported of it, and the picture. */
export interface Visit extends Pick<Happening, 'kind' | 'plate' | 'attributes'> {
  picture: string
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
  happenings: readonly Happening[]
  visits?: readonly Visit[]
}
