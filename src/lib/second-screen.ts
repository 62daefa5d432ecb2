import type { StationOutput } from '#contract/station.ts'
import { basepath } from './path-within.ts'
import { keepStrictly, keptStrictly } from './kept-strictly.ts'
import { outputLock } from './kiosk-messages.ts'
import { isOnlyScreen, otherScreen } from './screens.ts'

const KEPT_UNDER = 'sightline.station-screens'
const LOOK_EVERY_MS = 250
/** A window that was not blocked has begun by then, on a slow machine too. */
const OPENED_MS = 15_000
const WATCH_EVERY_MS = 60_000
/** A window that is only loaded anew is there again by then. */
const AGAIN_MS = 5_000

/** How the window of the second output came: on the other screen, beside this one to be moved by hand, or not at all, as the browser opens none. */
export type Opened = 'placed' | 'to-be-moved' | 'blocked'

/** Where the window of that output is opened. */
export function addressOf(voId: StationOutput): string {
  return `${basepath}/kiosk${voId === 2 ? '?screen=2' : ''}`
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether a window of this browser shows that output. */
export async function isOutputOpen(voId: StationOutput): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === outputLock(voId))
}

/** This window fills the screen: the one named, else the one that it is on. Answers whether the browser lets it. */
export async function fill(screen?: Screen): Promise<boolean> {
  const options = screen && ({ screen } as FullscreenOptions)
  try {
    await document.documentElement.requestFullscreen(options)
    return true
  } catch {
    return false
  }
}

/**
 * Opens the window of the second output: on the other screen, where the browser lets us know of it, and this window fills its own; else beside this
 * one. The window has a process of its own, and fails alone.
 */
export async function openSecondScreen(): Promise<Opened> {
  const place = await otherScreen()
  // The browser takes this as one with the window that follows: one press is enough for both.
  if (place !== undefined) await fill(place.current)
  const { availLeft: left, availTop: top, availWidth: width, availHeight: height } = place?.other ?? { ...usual }
  const spot = place === undefined ? '' : `,left=${left},top=${top}`
  window.open(addressOf(2), '_blank', `popup,noopener,width=${width},height=${height}${spot}`)
  for (const endMs = performance.now() + OPENED_MS; performance.now() < endMs; await pause(LOOK_EVERY_MS)) {
    if (!(await isOutputOpen(2))) continue
    const opened = place === undefined ? 'to-be-moved' : 'placed'
    await keepStrictly(KEPT_UNDER, opened)
    return opened
  }
  return 'blocked'
}

const usual = { availLeft: 0, availTop: 0, availWidth: 960, availHeight: 540 }

/**
 * Where somebody has put up both screens of this machine, the window of the first opens that of the second: now, and whenever it has gone, for it may have
 * crashed. A browser that lets this page open windows needs nobody for it. Called once.
 */
export function keepSecondScreen(): void {
  void reopen()
  setInterval(() => void reopen(), WATCH_EVERY_MS)
}

/** The window of the second output has been put up, is not there, and nobody has said that there is to be none. */
export async function isSecondMissing(): Promise<boolean> {
  return (await keptStrictly(KEPT_UNDER)) !== undefined && !(await isOutputOpen(2))
}

/** From now on the first window opens no second one by itself. */
export function forgetSecondScreen(): Promise<void> {
  return keepStrictly(KEPT_UNDER, undefined)
}

async function reopen(): Promise<void> {
  // On a machine whose other screen has gone it would lie over the first one.
  const isToCome = async () => (await isSecondMissing()) && !(isOnlyScreen() && (await keptStrictly(KEPT_UNDER)) === 'placed')
  if (!(await isToCome())) return
  // Both windows may just be loaded anew.
  await pause(AGAIN_MS)
  if (await isToCome()) await openSecondScreen()
}
