import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import type { ClipLoop } from './clip-loop.ts'
import { toDeviceEvent } from './happening-event.ts'
import type { Paced } from './pacer.ts'
import type { Happening } from './happening.ts'
import { readSnapshot } from './snapshot.ts'

/** Least pause of one channel between two reports: forty of them together make four events a minute, and 130 MB of pictures a day. */
const REST_MS = 10 * 60_000
/** Further off than this the machine slept or its clock was set. */
const OUT_OF_STEP_MS = 2_000

/** The analytics of one simulated channel: reports what happens in its loop, at the moment when the loop shows it. */
export class EventReporter implements Paced {
  dueMs = Number.POSITIVE_INFINITY
  readonly #loop: ClipLoop
  readonly #report: (event: DeviceEvent) => void
  readonly #chlIndex: number
  /** Happenings have their turn one after the other, so that a channel does not report the same again and again. */
  #turn: number
  #next: Happening | undefined

  /** `turn`: the happening to begin with, so that cameras of one scene do not all report the same. */
  constructor(channel: { chlIndex: number; loop: ClipLoop; report: (event: DeviceEvent) => void; turn?: number }, nowMs: number) {
    this.#turn = channel.turn ?? 0
    this.#chlIndex = channel.chlIndex
    this.#loop = channel.loop
    this.#report = channel.report
    this.#plan(nowMs)
  }

  run(nowMs: number): void {
    const isOutOfStep = nowMs - this.dueMs > OUT_OF_STEP_MS || this.dueMs - nowMs > 2 * REST_MS
    if (this.#next === undefined || isOutOfStep) return this.#plan(nowMs)
    if (nowMs < this.dueMs) return
    const snapshot = readSnapshot(this.#loop.clip.scene, this.#next.atMs)
    this.#report({ chlIndex: this.#chlIndex, atMs: Math.round(this.dueMs), ...toDeviceEvent(this.#next), ...(snapshot && { snapshot }) })
    this.#plan(this.dueMs + REST_MS)
  }

  /** The happening whose turn it is, the first time that the loop shows it from this moment on. */
  #plan(fromMs: number): void {
    const { happenings } = this.#loop.clip
    this.#next = happenings[this.#turn++ % happenings.length]
    this.dueMs = this.#next === undefined ? Number.POSITIVE_INFINITY : this.#showingFrom(this.#next, fromMs)
  }

  #showingFrom({ atMs }: Happening, fromMs: number): number {
    const { fps, frames } = this.#loop.clip
    const first = this.#loop.firstFrom(fromMs)
    const away = (Math.round((atMs * fps) / 1000) - first) % frames
    return this.#loop.captureMs(first + (away < 0 ? away + frames : away))
  }
}
