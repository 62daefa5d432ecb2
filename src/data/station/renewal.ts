import type { StationStart } from '#contract/station.ts'
import { giveMemoryBack } from '#shared/give-memory-back.ts'
import type { FromScreen, ToScreen } from '../../lib/kiosk-messages.ts'
import { onActivity } from '../person/activity.ts'
import { QuietMoment } from '../app/quiet-moment.ts'
import { applyUpdate, updateState } from '../app/service-worker.ts'
import { MemoryWatch, pageMemory } from './page-memory.ts'

const TELL_EVERY_MS = 250
const LOOK_EVERY_MS = 5_000
const MEASURE_EVERY_MS = 60_000
/** A person may still be there for so long. And what comes back after a trouble comes without a successor that loads beside it. */
const REST_MS = 30_000
/** No page of a screen lives longer than this, and some more, so that not all screens of a wall begin anew together. */
const MOST_AGE_MS = 4 * 60 * 60_000
const SPREAD_MS = 30 * 60_000
/** What nobody has found a quiet moment for in this time is done without one. */
const PATIENCE_MS = 60 * 60_000
/** A successor that did not get ready is not tried again at once. */
const AGAIN_MS = 2 * 60_000

/** When nobody misses a screen for a second, by the clock of its machine. */
const NIGHT = { fromHour: 3, toHour: 5 }
/** Longer than that: one that is loaded anew and is still another one, as where something between here and the service keeps it, is left alone until the next. */
const NIGHT_MS = 3 * 60 * 60_000
const SHELL_AGE_MS = 7 * 24 * 60 * 60_000

/** How a screen is for whoever shows it: `live` counts windows whose pictures move, `isDrawn` says that it may be shown now, `hasTrouble` that words say why not. */
export interface ScreenLook {
  live: number
  isDrawn: boolean
  hasTrouble: boolean
}

interface RenewalOptions {
  /** Why this page began. */
  start: StationStart
  /** What holds this page, if anything does. */
  shell: Pick<Window, 'postMessage' | 'location'> | undefined
  /** Of the shell, as it was opened. */
  shellAddress: string
  look: () => ScreenLook
  /** The page is the one that is seen from now on. */
  onShown: () => void
  /** Something is in front that must not be disturbed. */
  isBusy: () => boolean
}

/**
 * Lets the page of a screen have a successor before it grows old: when a newer release is there, when its memory has grown, and in any case after some
 * hours. The shell around it (`src/kiosk-shell.ts`) loads the successor behind it, and takes that to the front when its pictures are drawn. A page
 * without a shell is loaded anew.
 */
export class Renewal {
  readonly start: StationStart
  readonly #options: RenewalOptions
  readonly #moment = new QuietMoment(Date.now(), { personMs: REST_MS })
  readonly #memory = new MemoryWatch()
  readonly #endMs = performance.now() + MOST_AGE_MS + Math.random() * SPREAD_MS
  #isShown = false
  #wanted: { start: StationStart; sinceMs: number } | undefined
  #notBeforeMs = 0
  /** The shell around this page, and how long it has been there; nothing of one of before, which does not say. */
  #around: { mark: string; forMs: number } | undefined
  #shellAskedMs = Number.NEGATIVE_INFINITY
  /** The page is drawn: one that has failed says nothing any more, and the shell gives it a successor. */
  isThere = false
  /** What the page last took of memory, bytes. */
  memoryBytes: number | undefined

  constructor(options: RenewalOptions) {
    this.#options = options
    this.start = options.start
  }

  /** Begins; once. */
  run(): void {
    addEventListener('message', ({ source, origin, data }) => {
      if (this.#options.shell !== undefined && source === this.#options.shell && origin === location.origin) this.#hear(data as ToScreen)
    })
    onActivity(() => this.#moment.notePerson(Date.now()))
    setInterval(() => this.isThere && this.#tell({ kind: 'alive', ...this.#options.look() }), TELL_EVERY_MS)
    setInterval(() => this.#look(), LOOK_EVERY_MS)
    // Not at the start, when pictures wait: with a successor that is just being loaded it would take twice as long. A minute later the page before has gone.
    void this.#measure()
    let left: 'garbage' | 'all' = 'all'
    setInterval(() => {
      void giveMemoryBack(left)
        .catch(() => undefined)
        .then(() => this.#measure())
      left = 'garbage'
    }, MEASURE_EVERY_MS)
    if (this.#options.shell === undefined) return this.#show()
    const lock = `sightline-station-page-${crypto.randomUUID()}`
    void navigator.locks.request(lock, () => {
      this.#tell({ kind: 'there', lock })
      return new Promise(() => {})
    })
  }

  /** Has a successor come at once. */
  renew(start: StationStart): void {
    if (this.#options.shell === undefined) return location.reload()
    this.#tell({ kind: 'renew', start })
  }

  #tell(message: FromScreen): void {
    this.#options.shell?.postMessage(message, location.origin)
  }

  #hear(message: ToScreen): void {
    if (message.kind === 'shown') {
      this.#around = message.shell
      return this.#show()
    }
    this.#notBeforeMs = performance.now() + AGAIN_MS
    if (this.#wanted !== undefined) this.#wanted.sinceMs = performance.now()
  }

  #show(): void {
    if (this.#isShown) return
    this.#isShown = true
    this.#options.onShown()
  }

  #look(): void {
    if (!this.#isShown) return
    if (this.#options.isBusy()) this.#moment.notePerson(Date.now())
    const nowMs = performance.now()
    // It may have to stay, which is no reason for this page to.
    if (this.#isShellOld && nowMs - this.#shellAskedMs > PATIENCE_MS && this.#isQuiet()) {
      this.#shellAskedMs = nowMs
      return this.#renewShell()
    }
    const isOffered = updateState.kind === 'ready' || updateState.kind === 'needed'
    const start: StationStart | undefined = isOffered
      ? 'version'
      : this.#memory.hasGrown
        ? 'memory'
        : nowMs > this.#endMs
          ? 'age'
          : undefined
    if (start !== undefined) this.#wanted ??= { start, sinceMs: nowMs }
    // While the newer release is on its way, which takes some seconds, a page that begins would be of the older one once more.
    if (updateState.kind === 'applying') return
    if (this.#wanted === undefined || nowMs < this.#notBeforeMs || !this.#isQuiet()) return
    if (isOffered)
      void applyUpdate(
        () => this.#isQuiet(),
        () => this.#takeVersion(),
      )
    else this.renew(this.#wanted.start)
  }

  /** The newer release is in charge: what is loaded now is of it. */
  #takeVersion(): void {
    updateState.kind = 'none'
    document.documentElement.inert = false
    this.#wanted ??= { start: 'version', sinceMs: performance.now() }
    this.renew('version')
  }

  #renewShell(): void {
    const { shell, shellAddress } = this.#options
    // One of before does not know the word, and shares the origin with its page.
    if (this.#around === undefined) shell?.location.replace(shellAddress)
    else this.#tell({ kind: 'renew-shell' })
  }

  /** Another shell has come with this page, and this is an hour in which the screen may be dark for a moment: once a night, or after a week at any hour. */
  get #isShellOld(): boolean {
    // Nothing while developing.
    const own = import.meta.env['VITE_SHELL'] as string | undefined
    if (this.#options.shell === undefined || own === undefined || this.#around?.mark === own) return false
    // One of before has been there for as long as its page at least.
    const forMs = this.#around?.forMs ?? performance.now()
    const hour = new Date().getHours()
    return forMs > SHELL_AGE_MS || (forMs > NIGHT_MS && hour >= NIGHT.fromHour && hour < NIGHT.toHour)
  }

  #isQuiet(): boolean {
    const hasWaited = this.#wanted !== undefined && performance.now() - this.#wanted.sinceMs > PATIENCE_MS
    return hasWaited || (this.#moment.isQuiet(Date.now()) && !this.#options.isBusy())
  }

  async #measure(): Promise<void> {
    this.memoryBytes = await pageMemory()
    if (this.memoryBytes !== undefined) this.#memory.note(this.memoryBytes)
  }
}
