import * as z from 'zod/mini'
import { ptzLimits, type PtzMotion } from '#contract/ptz.ts'
import type { OnvifClient } from './client.ts'
import { escapeXml } from './guarded-cam.ts'
import type { PtzAbilities } from './ptz-abilities.ts'

/** The camera stops by itself after this: the bridge that should tell it so may be gone. */
const CAMERA_STOPS_MS = 2_000

/** How fast each part moves, from -1 to 1; all 0 stands still. */
interface Velocity {
  x: number
  y: number
  zoom: number
  focus: number
}
const STILL: Velocity = { x: 0, y: 0, zoom: 0, focus: 0 }

interface DriveOptions {
  client: OnvifClient
  /** tokens of the profile and the sensor */
  profile: string
  source: string
  abilities: PtzAbilities
}

/**
 * Steers the head of a camera. What it is told last is what counts: while the camera is slow, only the newest of what waits is sent.
 * A movement that is not renewed within `ptzLimits.holdMs` is stopped.
 */
export class PtzDrive {
  readonly #options: DriveOptions
  #moveId: string | undefined
  #timer: NodeJS.Timeout | undefined
  #wanted = STILL
  #sent = STILL
  #newest = 0
  #tail: Promise<void> = Promise.resolve()
  #failure: Error | undefined

  constructor(options: DriveOptions) {
    this.#options = options
  }

  get isMoving(): boolean {
    return this.#moveId !== undefined
  }

  /** Begins a movement that a person holds. Throws an `OnvifError`. */
  move(moveId: string, motion: PtzMotion, speed: number): Promise<void> {
    this.#hold(moveId, motion, speed)
    this.#failure = undefined
    return this.#send()
  }

  /** Goes on with a movement; false when it has ended, or another one has begun. Throws when the camera did not take the last of it. */
  renew(moveId: string, motion: PtzMotion, speed: number): boolean {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#moveId !== moveId) return false
    this.#hold(moveId, motion, speed)
    this.#sendAside()
    return true
  }

  /** Ends what the camera does; with `moveId` only that movement. Throws an `OnvifError`. */
  async stop(moveId?: string): Promise<void> {
    if (moveId !== undefined && this.#moveId !== moveId) return
    this.#letGo()
    // Without a movement of ours it may be on its way to a preset: only a stop that is sent ends that.
    if (moveId === undefined) this.#sent = { ...this.#sent, x: 1 }
    await this.#send()
  }

  /** Forgets the movement, since the camera is told something else now. */
  giveWay(): void {
    this.#letGo()
    this.#sent = STILL
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #hold(moveId: string, motion: PtzMotion, speed: number): void {
    const share = speed / ptzLimits.speed.most
    const { canPanAndTilt, canZoom, focus } = this.#options.abilities
    const part = (can: boolean, push = 0) => (can ? push * share : 0)
    this.#wanted = {
      x: part(canPanAndTilt, motion.pan),
      y: part(canPanAndTilt, motion.tilt),
      zoom: part(canZoom, motion.zoom),
      focus: part(focus !== undefined, motion.focus),
    }
    this.#moveId = moveId
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#letGo()
      this.#sendAside()
    }, ptzLimits.holdMs)
  }

  #letGo(): void {
    clearTimeout(this.#timer)
    this.#moveId = undefined
    this.#wanted = STILL
  }

  /** What goes wrong is told with the next renewal. */
  #sendAside(): void {
    this.#send().catch((error: Error) => (this.#failure = error))
  }

  #send(): Promise<void> {
    const number = (this.#newest += 1)
    const turn = this.#tail.catch(() => {}).then(() => (number === this.#newest ? this.#apply(this.#wanted) : undefined))
    this.#tail = turn
    return turn
  }

  async #apply(wanted: Velocity): Promise<void> {
    const before = this.#sent
    // Of what fails nobody knows whether the camera did it: it moves until a stop has been answered.
    const either = (part: keyof Velocity) => wanted[part] || before[part]
    this.#sent = { x: either('x'), y: either('y'), zoom: either('zoom'), focus: either('focus') }
    await this.#moveHead(wanted, before)
    await this.#moveFocus(wanted.focus, before.focus)
    this.#sent = wanted
  }

  async #moveHead({ x, y, zoom }: Velocity, before: Velocity): Promise<void> {
    const { client, profile, abilities } = this.#options
    const profileToken = escapeXml(profile)
    if (x !== 0 || y !== 0 || zoom !== 0) {
      const { canPanAndTilt, canZoom } = abilities
      const only = { onlySendPanTilt: !canZoom, onlySendZoom: !canPanAndTilt }
      const options = { profileToken, x, y, zoom, timeout: CAMERA_STOPS_MS, ...only }
      await client.ask(z.unknown(), (cam, done) => cam.continuousMove(options, done))
    } else if (before.x !== 0 || before.y !== 0 || before.zoom !== 0) {
      await client.ask(z.unknown(), (cam, done) => cam.stop({ profileToken, panTilt: true, zoom: true }, done))
    }
  }

  async #moveFocus(focus: number, before: number): Promise<void> {
    const { client, source, abilities } = this.#options
    const token = escapeXml(source)
    const { min, max } = abilities.focus ?? { min: 0, max: 0 }
    if (focus === before) return
    if (focus === 0) await client.ask(z.unknown(), (cam, done) => cam.imagingStop({ token }, done))
    else {
      const speed = focus > 0 ? focus * max : -focus * min
      await client.ask(z.unknown(), (cam, done) => cam.imagingMove({ token, continuous: { speed } }, done))
    }
  }
}
