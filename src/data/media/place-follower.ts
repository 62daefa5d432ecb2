import type { PluginPlace } from '#contract/core-api.ts'

/** Layouts move, and dialogs and menus open, without an event that says so for all of them. */
const LOOK_EVERY_MS = 100
/** Points of a window that are looked at, in each direction. */
const POINTS = 5
/** Borders and rounded corners belong to the page. */
const INSET_PX = 6
/** A window of the wall, with the buttons and labels that lie over its picture. */
const TILE = '[data-state]'
/** A menu of the window's own lies over it all the same. */
const MENU = '[role="menu"]'

/**
 * Tells a plugin that draws its own windows over the page where each of them is, as it is resized, scrolled and moved, and hides it while
 * something else of the page lies over it, or it is not whole on the page.
 */
export class PlaceFollower {
  readonly #tell: (place: PluginPlace) => Promise<unknown>
  readonly #hosts = new Map<number, HTMLElement>()
  readonly #told = new Map<number, string>()
  #timer: ReturnType<typeof setInterval> | undefined

  /** `tell` may fail: it is told again. */
  constructor(tell: (place: PluginPlace) => Promise<unknown>) {
    this.#tell = tell
  }

  follow(winIndex: number, host: HTMLElement): void {
    this.#hosts.set(winIndex, host)
    this.#told.delete(winIndex)
    if (this.#timer === undefined) {
      this.#timer = setInterval(this.#look, LOOK_EVERY_MS)
      document.addEventListener('scroll', this.#look, { capture: true, passive: true })
      addEventListener('resize', this.#look)
    }
    this.#look()
  }

  forget(winIndex: number): void {
    this.#hosts.delete(winIndex)
    this.#told.delete(winIndex)
    if (this.#hosts.size > 0 || this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    document.removeEventListener('scroll', this.#look, { capture: true })
    removeEventListener('resize', this.#look)
  }

  readonly #look = (): void => {
    for (const [winIndex, host] of this.#hosts) {
      const place = { winIndex, ...placeOf(host) }
      const text = JSON.stringify(place)
      if (this.#told.get(winIndex) === text) continue
      this.#told.set(winIndex, text)
      this.#tell(place).catch(() => {
        if (this.#told.get(winIndex) === text) this.#told.delete(winIndex)
      })
    }
  }
}

function placeOf(host: HTMLElement): Omit<PluginPlace, 'winIndex'> {
  const box = host.getBoundingClientRect()
  const inDevicePixels = (cssPixels: number) => Math.round(cssPixels * devicePixelRatio)
  return {
    width: inDevicePixels(box.width),
    height: inDevicePixels(box.height),
    left: inDevicePixels(box.left),
    top: inDevicePixels(box.top),
    isShown: document.visibilityState === 'visible' && isFree(host, box),
  }
}

/** Whether nothing but the window's own buttons and labels lies over it. What is outside of the page counts as covered. */
function isFree(host: HTMLElement, { left, top, width, height }: DOMRect): boolean {
  const own = host.closest(TILE) ?? host
  for (let row = 0; row < POINTS; row += 1) {
    for (let column = 0; column < POINTS; column += 1) {
      const x = left + INSET_PX + ((width - 2 * INSET_PX) * column) / (POINTS - 1)
      const y = top + INSET_PX + ((height - 2 * INSET_PX) * row) / (POINTS - 1)
      const there = document.elementFromPoint(x, y)
      if (!own.contains(there) || there?.closest(MENU)) return false
    }
  }
  return true
}
