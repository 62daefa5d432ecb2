import type { Paced } from '../pacer.ts'
import type { SimulatedCamera } from '../simulated-camera.ts'

/** Long enough for the service to raise an alarm of it, which it does after five seconds, and short enough to wait for its end. */
const OUTAGE_MS = 30_000
/** When in a round a camera of a recorder goes, and when a whole device. */
const PLACES = { channel: 0.3, device: 0.7 } as const

interface Outage {
  atMs: number
  camera: SimulatedCamera
  isWhole: boolean
}

/** Each round one camera of a recorder loses its cable for half a minute, and one device its network: another one each time. */
export class Outages implements Paced {
  dueMs = 0
  readonly #cameras: readonly SimulatedCamera[]
  readonly #roundMs: number
  #next: Outage | undefined

  constructor(cameras: readonly SimulatedCamera[], roundMs: number, nowMs: number) {
    this.#cameras = cameras
    this.#roundMs = roundMs
    this.#plan(nowMs)
  }

  run(nowMs: number): void {
    if (nowMs < this.dueMs && this.dueMs - nowMs <= this.#roundMs) return
    const outage = this.#next
    if (outage !== undefined && nowMs >= this.dueMs && nowMs - this.dueMs < OUTAGE_MS) {
      const { camera, isWhole } = outage
      if (isWhole) camera.device.goAway(OUTAGE_MS)
      else camera.device.loseChannel(camera.chlIndex, OUTAGE_MS)
    }
    this.#plan(Math.max(nowMs, this.dueMs))
  }

  #plan(fromMs: number): void {
    const round = Math.floor(fromMs / this.#roundMs)
    const all = [round, round + 1].flatMap((number) => this.#outagesOf(number))
    this.#next = all.find(({ atMs }) => atMs > fromMs)
    this.dueMs = this.#next?.atMs ?? Number.POSITIVE_INFINITY
  }

  #outagesOf(round: number): Outage[] {
    const ofRecorders = this.#cameras.filter(({ device }) => device.channelCount > 1)
    const alone = this.#cameras.filter(({ device }) => device.channelCount === 1)
    const at = (share: number) => Math.round((round + share) * this.#roundMs)
    return [
      ...ofRecorders
        .slice(round % Math.max(1, ofRecorders.length))
        .slice(0, 1)
        .map((camera) => ({ atMs: at(PLACES.channel), camera, isWhole: false })),
      ...alone
        .slice(round % Math.max(1, alone.length))
        .slice(0, 1)
        .map((camera) => ({ atMs: at(PLACES.device), camera, isWhole: true })),
    ]
  }
}
