import { bridgeLimits, cameraUrlOf, type CameraFault, type CameraToTry, type FoundCamera } from '#contract/bridge-cameras.ts'
import type { Device } from '#contract/calls/device/device.ts'
import { lengths } from '#contract/limits.ts'
import { nameOf } from '#contract/rules.ts'
import { addCamera, searchCameras, tryCamera } from '../../../data/places/bridges.ts'
import { faultOf, type Fault } from '../../../lib/fault.ts'

/** A lens of a camera, and what becomes of it. */
export interface Eye {
  sensor: string
  /** `1920×1080, H264` */
  picture: string
  name: string
  isChosen: boolean
  device?: Device
  fault?: CameraFault
}

/** How far a camera has come. */
type Standing =
  | { kind: 'new' }
  | { kind: 'trying' }
  | { kind: 'good'; maker: string; model: string; eyes: readonly Eye[]; isLate: boolean }
  /** `fingerprint`: of a certificate that somebody may look at, and believe. */
  | { kind: 'bad'; fault: CameraFault; fingerprint?: string }
  | { kind: 'failed'; fault: Fault }

export interface Row extends FoundCamera {
  isChosen: boolean
  /** Its own name and password, where it does not take those of the others. */
  own?: { username: string; password: string }
  certificate?: string
  standing: Standing
}

export interface FinderState {
  search: 'idle' | 'on' | 'over'
  rows: readonly Row[]
  work: 'none' | 'trying' | 'adding'
  /** Why the bridge could not be asked. */
  fault?: Fault
}

/** Cameras that are tried at once: the bridge has a limit, and other people. */
const AT_ONCE = 4

/**
 * Finding, trying and adding cameras over one bridge. A camera that fails holds up none of the others. Passwords are here for as long as the page
 * is open, and nowhere else.
 */
export class CameraFinder {
  readonly #bridgeSn: string
  readonly #listeners = new Set<() => void>()
  #state: FinderState = { search: 'idle', rows: [], work: 'none' }
  #searchId: string | undefined
  #isOver = false

  constructor(bridgeSn: string) {
    this.#bridgeSn = bridgeSn
  }

  readonly read = (): FinderState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks for cameras until the bridge has done, or it is stopped; what was found before stays. */
  async search(): Promise<void> {
    if (this.#state.search === 'on') return
    this.#isOver = false
    this.#set({ search: 'on', fault: undefined })
    const fault = await faultOf(this.#follow())
    this.#searchId = undefined
    this.#set({ search: 'over', ...(fault && { fault }) })
  }

  stop(): void {
    const searchId = this.#searchId
    this.#isOver = true
    if (searchId !== undefined) void faultOf(searchCameras(this.#bridgeSn, { act: 'end', searchId }))
  }

  async #follow(): Promise<void> {
    let news = await searchCameras(this.#bridgeSn, { act: 'begin' })
    let seen = 0
    for (;;) {
      this.#searchId = news.searchId
      seen += news.cameras.length
      for (const camera of news.cameras) this.#take(camera)
      if (news.isOver || this.#isOver || seen >= bridgeLimits.found) return
      news = await searchCameras(this.#bridgeSn, { act: 'more', searchId: news.searchId, seen })
    }
  }

  /** Puts a camera into the list by an address that somebody typed, chosen. */
  type(typed: string): void {
    this.#take({ cameraUrl: cameraUrlOf(typed), name: '', model: '' }, true)
  }

  #take(camera: FoundCamera, isChosen = false): void {
    const there = this.#state.rows.find(({ cameraUrl }) => cameraUrl === camera.cameraUrl)
    if (there !== undefined) return this.change(camera.cameraUrl, isChosen ? { isChosen } : camera)
    this.#set({ rows: [...this.#state.rows, { ...camera, isChosen, standing: { kind: 'new' } }] })
  }

  change(cameraUrl: string, change: Partial<Omit<Row, 'cameraUrl'>>): void {
    this.#set({ rows: this.#state.rows.map((row) => (row.cameraUrl === cameraUrl ? { ...row, ...change } : row)) })
  }

  /** Chooses all that can be added, or none. */
  chooseAll(isChosen: boolean): void {
    this.#set({ rows: this.#state.rows.map((row) => (row.knownAs === undefined ? { ...row, isChosen } : row)) })
  }

  changeEye(cameraUrl: string, sensor: string, change: Partial<Eye>): void {
    const row = this.#state.rows.find((one) => one.cameraUrl === cameraUrl)
    if (row?.standing.kind !== 'good') return
    const eyes = row.standing.eyes.map((eye) => (eye.sensor === sensor ? { ...eye, ...change } : eye))
    this.change(cameraUrl, { standing: { ...row.standing, eyes } })
  }

  /** Tries the chosen cameras that have not shown their picture yet, a few at once. `common`: the account of those that have none of their own. */
  async tryChosen(common: { username: string; password: string }): Promise<void> {
    if (this.#state.work !== 'none') return
    this.#set({ work: 'trying' })
    const waiting = waitingToBeTried(this.#state).map(({ cameraUrl }) => cameraUrl)
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#try(next, common)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    this.#set({ work: 'none' })
  }

  async #try(cameraUrl: string, common: { username: string; password: string }): Promise<void> {
    const row = this.#rowOf(cameraUrl)
    if (row === undefined) return
    this.change(cameraUrl, { standing: { kind: 'trying' } })
    const fault = await faultOf(
      tryCamera(this.#bridgeSn, accountOf(row, common)).then((tried) => {
        if (!tried.ok) {
          const { fault: wrong, fingerprint } = tried
          // What refuses the password of the others has one of its own.
          const own = wrong === 'password' ? { own: row.own ?? common } : {}
          return this.change(cameraUrl, { ...own, standing: { kind: 'bad', fault: wrong, ...(fingerprint && { fingerprint }) } })
        }
        const { maker, model, eyes, isLate = false } = tried
        const base = plainName(row.name || model || new URL(cameraUrl.replace(/^\w+/, 'http')).hostname)
        this.change(cameraUrl, {
          standing: {
            kind: 'good',
            maker,
            model,
            isLate,
            eyes: eyes.map(({ sensor, width, height, codec }, index) => ({
              sensor,
              picture: [width > 0 ? `${width}×${height}` : '', codec].filter(Boolean).join(', '),
              name: eyes.length === 1 ? base : `${base.slice(0, lengths.deviceName - 3)} ${index + 1}`,
              isChosen: true,
            })),
          },
        })
      }),
    )
    if (fault !== undefined) this.change(cameraUrl, { standing: { kind: 'failed', fault } })
  }

  /** Adds the chosen lenses one after the other, and answers with the devices that they have become. */
  async addChosen(common: { username: string; password: string }): Promise<Device[]> {
    if (this.#state.work !== 'none') return []
    this.#set({ work: 'adding', fault: undefined })
    const added: Device[] = []
    for (const { cameraUrl, sensor } of eyesToAdd(this.#state)) {
      const row = this.#rowOf(cameraUrl)
      const eye = row?.standing.kind === 'good' ? row.standing.eyes.find((one) => one.sensor === sensor) : undefined
      if (row === undefined || eye === undefined) continue
      const camera = { ...accountOf(row, common), name: eye.name.trim(), ...(sensor !== '' && { sensor }) }
      const fault = await faultOf(
        addCamera(this.#bridgeSn, camera).then((told) => {
          this.changeEye(cameraUrl, sensor, told.ok ? { device: told.device } : { fault: told.fault })
          if (told.ok) added.push(told.device)
        }),
      )
      if (fault === undefined) continue
      // The licence, the right or the bridge itself: the next would be refused alike.
      this.#set({ fault })
      break
    }
    this.#set({ work: 'none' })
    return added
  }

  #rowOf(cameraUrl: string): Row | undefined {
    return this.#state.rows.find((row) => row.cameraUrl === cameraUrl)
  }

  #set(change: Partial<{ [K in keyof FinderState]: FinderState[K] | undefined }>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Chosen cameras that have not shown their picture yet. */
export function waitingToBeTried({ rows }: FinderState): Row[] {
  return rows.filter(({ isChosen, standing }) => isChosen && standing.kind !== 'good' && standing.kind !== 'trying')
}

/** Chosen lenses of cameras that showed their picture. */
export function eyesToAdd({ rows }: FinderState): { cameraUrl: string; sensor: string; name: string }[] {
  return rows.flatMap(({ cameraUrl, isChosen, standing }) =>
    isChosen && standing.kind === 'good'
      ? standing.eyes.filter((eye) => eye.isChosen && eye.device === undefined).map(({ sensor, name }) => ({ cameraUrl, sensor, name }))
      : [],
  )
}

function accountOf({ cameraUrl, own, certificate }: Row, common: { username: string; password: string }): CameraToTry {
  const { username, password } = own ?? common
  return { cameraUrl, username, password, ...(certificate && { certificate }) }
}

/** What a camera says of itself, as a name that can be kept. */
function plainName(said: string): string {
  return nameOf(said).replaceAll(/\s+/g, ' ').trim().slice(0, lengths.deviceName).trim() || 'Camera'
}
