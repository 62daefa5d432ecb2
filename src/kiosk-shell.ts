import type { StationStart } from '#contract/station.ts'
import { outputLock, SCREEN_PAGE, type FromScreen, type ToScreen } from './lib/kiosk-messages.ts'

/**
 * The page that a viewing station's browser opens, and that stays for months: nothing but a frame around the page of the screen. That page asks for
 * a successor when it has grown, or when there is a newer release. The successor is loaded over it, as good as transparent, and takes its place when its
 * own pictures are drawn: no moment in between shows nothing. What the old page held goes with its frame. Written into `kiosk.html` by the build
 * (scripts/kiosk-page.ts).
 */

/** A page that has said nothing for so long has failed. */
const SILENT_MS = 60_000
/** A successor that is not ready by then is given up, and the page that is shown stays. */
const READY_MS = 90_000
const LOOK_MS = 5_000
/** So long the old page stays behind the new one. */
const BEHIND_MS = 500

class Page {
  readonly frame = document.createElement('iframe')
  readonly sinceMs = performance.now()
  heardMs = performance.now()
  live = 0

  constructor(start: StationStart) {
    const address = new URL(SCREEN_PAGE, new URL(import.meta.env.BASE_URL, location.href))
    address.search = location.search
    address.searchParams.set('start', start)
    this.frame.src = address.href
    this.frame.title = document.title
    this.frame.allow = 'fullscreen; autoplay; window-management; screen-wake-lock'
    // Keys and the pointer belong to the one that is seen.
    this.frame.inert = true
    this.frame.toggleAttribute('data-waiting', true)
    document.body.append(this.frame)
  }

  tell(message: ToScreen): void {
    this.frame.contentWindow?.postMessage(message, location.origin)
  }

  /** It is seen from now on: a later one stands over those before. */
  raise(): void {
    this.frame.inert = false
    this.frame.toggleAttribute('data-waiting', false)
    this.frame.toggleAttribute('data-shown', true)
  }

  lower(): void {
    this.frame.inert = true
    this.frame.toggleAttribute('data-shown', false)
  }
}

// Held for as long as the window is there.
void navigator.locks.request(outputLock(new URLSearchParams(location.search).get('screen') === '2' ? 2 : 1), () => new Promise(() => {}))
// Browsers fill the screen unasked only where whoever runs the machine lets them.
void document.documentElement.requestFullscreen?.().catch(() => {})

let shown = new Page('start')
let next: Page | undefined
shown.raise()

function renew(start: StationStart): void {
  next ??= new Page(start)
}

function giveUp(): void {
  next?.frame.remove()
  next = undefined
  shown.tell({ kind: 'kept' })
}

function showNext(page: Page): void {
  const last = shown
  shown = page
  next = undefined
  page.raise()
  last.lower()
  page.tell({ kind: 'shown' })
  setTimeout(() => last.frame.remove(), BEHIND_MS)
}

function hear(page: Page, message: FromScreen): void {
  page.heardMs = performance.now()
  if (message.kind === 'renew') {
    if (page === shown) renew(message.start)
    return
  }
  page.live = message.live
  if (page === shown) page.tell({ kind: 'shown' })
  else if (message.isDrawn && page.live >= shown.live) showNext(page)
}

addEventListener('message', ({ source, origin, data }) => {
  if (origin !== location.origin) return
  const page = [shown, next].find((one) => one !== undefined && one.frame.contentWindow === source)
  if (page !== undefined) hear(page, data as FromScreen)
})

setInterval(() => {
  const nowMs = performance.now()
  if (next !== undefined && nowMs - next.sinceMs > READY_MS) giveUp()
  if (nowMs - shown.heardMs < SILENT_MS) return
  shown.live = 0
  renew('fault')
}, LOOK_MS)
