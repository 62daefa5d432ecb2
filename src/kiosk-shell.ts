import type { StationStart } from '#contract/station.ts'
import { giveMemoryBack } from '#shared/give-memory-back.ts'
import { outputLock, SCREEN_PAGE, type FromScreen, type ToScreen } from './lib/kiosk-messages.ts'
import { fill, keepSecondScreen, openSecondScreen } from './lib/second-screen.ts'
import { LOOK_EVERY_MS, Succession, type ScreenFrame } from './lib/succession.ts'

/**
 * The page that a viewing station's browser opens, and that stays for weeks: nothing but a frame around the page of the screen. That page asks for
 * a successor when it has grown, or when there is a newer release. The successor is loaded over it, as good as transparent, and takes its place when its
 * own pictures are drawn: no moment in between shows nothing. What the old page held goes with its frame. The page has a process of its own
 * (`contract/own-process.ts`): where it crashes or hangs, words stand over it, and another one takes its place. Written into `kiosk.html` by the build
 * (scripts/kiosk-page.ts).
 */

/** So long the old page stays behind the new one. */
const BEHIND_MS = 500

/** One that is loaded anew has the lock of its output within this time. */
const HELD_MS = 5_000

/** It throws little away, but for weeks, and by itself V8 waits until that is as much as a page of the screen throws away. */
const GIVE_BACK_EVERY_MS = 60_000

/** Said without the catalogs, which are parts of the page that does not answer. */
const texts = {
  en: { title: 'Not live', step: 'This page does not answer', ago: (seconds: number) => `for ${seconds} s` },
  zh: { title: '非实时画面', step: '此页面没有响应', ago: (seconds: number) => `已持续 ${seconds} 秒` },
}

class Frame implements ScreenFrame {
  readonly element = document.createElement('iframe')

  constructor(start: StationStart) {
    const address = new URL(SCREEN_PAGE, new URL(import.meta.env.BASE_URL, location.href))
    address.search = location.search
    address.searchParams.set('start', start)
    this.element.src = address.href
    this.element.title = document.title
    this.element.allow = 'fullscreen; autoplay; window-management; screen-wake-lock'
    // Keys and the pointer belong to the one that is seen.
    this.element.inert = true
    this.element.toggleAttribute('data-waiting', true)
    document.body.append(this.element)
  }

  tell(message: ToScreen): void {
    this.element.contentWindow?.postMessage(message, location.origin)
  }

  raise(): void {
    this.element.inert = false
    this.element.toggleAttribute('data-waiting', false)
    this.element.toggleAttribute('data-shown', true)
  }

  lower(): void {
    this.element.inert = true
    this.element.toggleAttribute('data-shown', false)
    setTimeout(() => this.remove(), BEHIND_MS)
  }

  remove(): void {
    this.element.remove()
  }
}

let words: HTMLElement | undefined

function say(silentMs: number | undefined): void {
  if (silentMs === undefined) {
    words?.remove()
    words = undefined
    return
  }
  const language = (localStorage.getItem('sightline.language') ?? navigator.language).startsWith('zh') ? 'zh' : 'en'
  const { title, step, ago } = texts[language]
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en-US'
  const told = Number.isFinite(silentMs) ? [title, step, ago(Math.floor(silentMs / 1_000))] : [title, step]
  const lines = told.map((text) => Object.assign(document.createElement('p'), { textContent: text }))
  if (words === undefined) {
    words = document.createElement('main')
    words.setAttribute('role', 'alert')
    document.body.append(words)
  }
  words.replaceChildren(...lines)
}

const isSecond = new URLSearchParams(location.search).get('screen') === '2'
const hold = (options: LockOptions = {}) => navigator.locks.request(outputLock(isSecond ? 2 : 1), options, () => new Promise(() => {}))
// Held for as long as the window is there. Where there is one already, a second one that opened by itself goes again; one that may not be closed waits.
if (!isSecond) void hold()
else
  hold({ signal: AbortSignal.timeout(HELD_MS) }).catch(() => {
    close()
    void hold()
  })
// Browsers fill the screen unasked only where whoever runs the machine lets them.
const fillsUnasked = fill()
if (!isSecond) keepSecondScreen()

const pages = new Succession<Frame>({
  open: (start) => new Frame(start),
  say,
  shell: () => ({ mark: document.documentElement.dataset['shell'] ?? '', forMs: performance.now() }),
  restart: () => void restart(),
})
/** Not where somebody has pressed for this window to fill the screen: a page that is loaded anew does not fill it any more. */
async function reload(): Promise<void> {
  if (document.fullscreenElement === null || (await fillsUnasked)) location.reload()
}

/** Not while the service is away: what the browser would show in place of this page would stay. */
async function restart(): Promise<void> {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok === true) await reload()
}

setInterval(() => pages.look(), LOOK_EVERY_MS)
setInterval(() => void giveMemoryBack('all').catch(() => undefined), GIVE_BACK_EVERY_MS)

addEventListener('message', ({ source, origin, data, ports }) => {
  if (origin !== location.origin) return
  const frame = pages.frames.find(({ element }) => element.contentWindow === source)
  if (frame === undefined) return
  const message = data as FromScreen
  pages.hear(frame, message)
  // Of a page that hangs the browser holds it until the process has ended, also when the frame has been removed.
  if (message.kind === 'there') void navigator.locks.request(message.lock, () => pages.isGone(frame))
  if (message.kind === 'fill') void fill()
  if (message.kind === 'open') void openSecondScreen().then((opened) => ports[0]?.postMessage(opened))
  if (message.kind === 'renew-shell') void reload()
})
