import type { Paced } from '../pacer.ts'
import type { SimulatedCamera } from '../simulated-camera.ts'
import { crossingsOf, readTracks } from './tracks.ts'

/** Looked so often, where there are lines; else whether there are any. */
const LOOK_MS = 200
const IDLE_MS = 1_000
/** Further back the machine slept, or its clock was set: what was crossed meanwhile is left out. */
const OUT_OF_STEP_MS = 3_000

/** Tells when something that the cameras show crosses a line that was drawn on their picture. */
export class LineWatch implements Paced {
  dueMs: number
  readonly #cameras: readonly SimulatedCamera[]
  #sinceMs: number

  constructor(cameras: readonly SimulatedCamera[], nowMs: number) {
    this.#cameras = cameras
    this.#sinceMs = nowMs
    this.dueMs = nowMs
  }

  run(nowMs: number): void {
    if (nowMs < this.dueMs && this.dueMs - nowMs <= IDLE_MS) return
    const sinceMs = nowMs - this.#sinceMs > OUT_OF_STEP_MS || nowMs < this.#sinceMs ? nowMs : this.#sinceMs
    this.#sinceMs = nowMs
    const watched = this.#cameras.filter(({ device, chlIndex }) => device.motionOf(chlIndex).lines.length > 0)
    this.dueMs = nowMs + (watched.length > 0 ? LOOK_MS : IDLE_MS)
    for (const camera of watched) this.#look(camera, sinceMs, nowMs)
  }

  #look({ device, chlIndex, loop }: SimulatedCamera, sinceMs: number, nowMs: number): void {
    const { scene, frames, fps } = loop.clip
    const loopMs = (frames * 1000) / fps
    // Where in the loop a moment is.
    const shift = loop.captureMs(0)
    for (const line of device.motionOf(chlIndex).lines) {
      for (const { atMs, box } of crossingsOf(readTracks(scene), line)) {
        const turn = Math.floor((nowMs - shift - atMs) / loopMs)
        const crossedMs = shift + atMs + turn * loopMs
        if (crossedMs <= sinceMs || crossedMs > nowMs) continue
        device.saw({ chlIndex, atMs: Math.round(crossedMs), event: 'line-crossing', attributes: {}, box }, { atMs, box })
      }
    }
  }
}
