import type { StationOutput } from '#contract/station.ts'
import { basepath } from '../../lib/path-within.ts'
import { keepStrictly, keptStrictly } from '../../lib/kept-strictly.ts'
import { outputLock } from '../../lib/kiosk-messages.ts'
import { otherScreen } from '../../lib/screens.ts'

const KEPT_UNDER = 'sightline.station-screens'
const LOOK_EVERY_MS = 250
/** A window that was not blocked has begun by then, on a slow machine too. */
const OPENED_MS = 15_000

/** Whether a window of this browser shows that output. */
export async function isOutputOpen(voId: StationOutput): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === outputLock(voId))
}

/**
 * Opens the window of the second output: on the other screen, where the browser lets us know of it, and this window fills its own; else beside this
 * one, to be moved by hand. `blocked`: the browser opens no windows for this page. The window has a process of its own, and fails alone.
 */
export async function openSecondScreen(): Promise<'placed' | 'to-be-moved' | 'blocked'> {
  const place = await otherScreen()
  // The browser takes this as one with the window that follows: one press is enough for both.
  if (place !== undefined) await fill(place.current)
  const { availLeft: left, availTop: top, availWidth: width, availHeight: height } = place?.other ?? { ...usual }
  const spot = place === undefined ? '' : `,left=${left},top=${top}`
  window.open(`${basepath}/kiosk?screen=2`, '_blank', `popup,noopener,width=${width},height=${height}${spot}`)
  for (const endMs = performance.now() + OPENED_MS; performance.now() < endMs; ) {
    if (await isOutputOpen(2)) {
      await keepStrictly(KEPT_UNDER, '2')
      return place === undefined ? 'to-be-moved' : 'placed'
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return 'blocked'
}

const usual = { availLeft: 0, availTop: 0, availWidth: 960, availHeight: 540 }

/** Where somebody has put up both screens of this machine, the first one opens the second again: a browser that lets this page open windows needs nobody for it. */
export async function reopenSecondScreen(): Promise<void> {
  if ((await keptStrictly(KEPT_UNDER)) !== '2' || (await isOutputOpen(2))) return
  await openSecondScreen()
}

/** Fills the screen: the one named, else the one that the window is on. What stands around the page of the screen fills it. */
export async function fill(screen?: Screen): Promise<void> {
  const options = screen && ({ screen } as FullscreenOptions)
  await parent.document.documentElement.requestFullscreen?.(options).catch(() => undefined)
}
