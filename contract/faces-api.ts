import type { ObjectBox } from './object-box.ts'

/** A picture: red, green, blue and a fourth that is not looked at, of each point. */
export interface Picture {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** `sureness`: from 0 to 1. `box`: in shares of the picture. */
export interface FoundFace {
  sureness: number
  box: ObjectBox
}

/** The worker that finds faces is given pictures, and answers each with its faces, or why it cannot look. */
export interface ToFacesWorker {
  picture: Picture
}
export type FromFacesWorker = { faces: FoundFace[] } | { fault: string }
