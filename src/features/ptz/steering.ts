import { codeOf } from '#contract/errors.ts'
import { ptzLimits, type PtzMotion } from '#contract/ptz.ts'
import { announce } from '../../data/core/announce.ts'
import { faultOf } from '../../lib/fault.ts'
import { actPtz, renewPtz, type PtzPlace } from '../../data/places/ptz.ts'

const TAKEN_OVER = codeOf('camera-moved-by-other')
/** A direction that changes all the time is not told more often. */
const LEAST_RENEW_MS = 120

interface Hold {
  motion: PtzMotion
  speed: number
}

/**
 * A person's hand on one camera: holds a movement by renewing it, and stops the camera when it lets go. One call is under way at a time, so
 * that they arrive in order. When the page dies nothing renews the movement, and the camera stops by itself.
 */
export class Steering {
  readonly place: PtzPlace
  #wanted: Hold | undefined
  #isRunning = false
  #wake: () => void = () => {}

  constructor(place: PtzPlace) {
    this.place = place
  }

  /** Moves the camera this way until `release`, or until it is called again with another way. */
  hold(motion: PtzMotion, speed: number): void {
    this.#wanted = { motion, speed }
    this.#wake()
    if (!this.#isRunning) void this.#run()
  }

  release(): void {
    this.#wanted = undefined
    this.#wake()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      // What it fails with is announced already. What could not be told has not begun, or ends by itself.
      while (this.#wanted !== undefined) if (await faultOf(this.#move())) break
    } finally {
      this.#wanted = undefined
      this.#isRunning = false
    }
  }

  /** One movement, from its beginning to the stop. */
  async #move(): Promise<void> {
    const moveId = crypto.randomUUID()
    let told = this.#wanted
    if (told === undefined) return
    await actPtz(this.place, { act: 'move', moveId, ...told })
    let toldAtMs = performance.now()
    while (this.#wanted !== undefined) {
      await this.#pause(this.#wanted === told ? ptzLimits.renewMs : LEAST_RENEW_MS, told)
      told = this.#wanted
      if (told === undefined) break
      const isLate = performance.now() - toldAtMs > ptzLimits.holdMs
      toldAtMs = performance.now()
      if (!(await this.#renew(moveId, told, isLate))) return
    }
    await actPtz(this.place, { act: 'stop', moveId })
  }

  /** False when the movement has to begin again. */
  async #renew(moveId: string, hold: Hold, isLate: boolean): Promise<boolean> {
    const fault = await faultOf(renewPtz(this.place, { moveId, ...hold }))
    if (fault === undefined) return true
    if (fault.code === TAKEN_OVER && isLate) return false
    announce(fault)
    throw fault
  }

  /** Waits so long, less when the hand lets go, and no longer than needed when it turns elsewhere. */
  #pause(ms: number, told: Hold): Promise<void> {
    return new Promise((resolve) => {
      const since = performance.now()
      let timer = setTimeout(resolve, ms)
      this.#wake = () => {
        if (this.#wanted === undefined || performance.now() - since >= LEAST_RENEW_MS) resolve()
        else if (this.#wanted !== told) {
          clearTimeout(timer)
          timer = setTimeout(resolve, LEAST_RENEW_MS - (performance.now() - since))
        }
      }
    })
  }
}

let current: Steering | undefined

/** The hand on this camera; whatever it held before, it lets go. */
export function steeringOf({ sn, chlIndex }: PtzPlace): Steering {
  if (current?.place.sn === sn && current.place.chlIndex === chlIndex) return current
  current?.release()
  current = new Steering({ sn, chlIndex })
  return current
}

export function letGo(): void {
  current?.release()
}
