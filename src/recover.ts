import { startAfresh } from './lib/start-afresh.ts'
import { START_FAILED, STARTED } from './lib/start-events.ts'

/**
 * Watches over the start. The build writes this into the page (src/inline.ts), since any file that is loaded can fail. When a part
 * of the start cannot be had (a service worker that went down, a cut network, a release that is gone), the page is loaded anew, twice at most,
 * then it says so. Nothing is open at that time that a reload could take away.
 */
const PAUSES_MS = [300, 2_000]
/** Rule 9.1: the loader's time-out. */
const TIMEOUT_MS = 120_000
const KEPT_UNDER = 'sightline.failed-starts'

/** Said without the catalogs, which are parts that can fail too. */
const texts = {
  en: { title: 'The app could not be loaded.', hint: 'A part of it could not be fetched. Check the network, then reload.', step: 'Reload' },
  zh: { title: '应用未能加载。', hint: '有一部分内容无法获取。请检查网络，然后重新加载。', step: '重新加载' },
}

let isOver = false
const timer = setTimeout(fail, TIMEOUT_MS)
addEventListener(START_FAILED, fail)
addEventListener(STARTED, () => {
  end()
  sessionStorage.removeItem(KEPT_UNDER)
})
// The app's first script, or one that it imports. Such errors do not bubble.
addEventListener('error', ({ target }) => (target instanceof HTMLScriptElement && target.type === 'module' ? fail() : undefined), {
  capture: true,
})

function end(): void {
  isOver = true
  clearTimeout(timer)
}

function fail(): void {
  // A browser that cannot run the app has been told so by public/unsupported.js.
  if (isOver || document.documentElement.hasAttribute('data-unsupported')) return
  end()
  const failures = Number(sessionStorage.getItem(KEPT_UNDER) ?? 0)
  sessionStorage.setItem(KEPT_UNDER, String(failures + 1))
  const pauseMs = PAUSES_MS[failures]
  if (pauseMs === undefined) return whenThereIsABody(say)
  setTimeout(() => (failures === 0 ? location.reload() : void reloadAfresh()), pauseMs)
}

/** What the service worker keeps may lack a part which the service no longer has either. */
async function reloadAfresh(): Promise<void> {
  if (!(await startAfresh())) location.reload()
}

function whenThereIsABody(then: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then)
  else then()
}

function say(): void {
  const root = document.getElementById('root')
  // The app is there, and tells itself which part of it is not.
  if (root === null || root.childElementCount > 0) return
  const language = (localStorage.getItem('sightline.language') ?? navigator.language).startsWith('zh') ? 'zh' : 'en'
  const text = texts[language]
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en-US'
  const notice = document.createElement('main')
  notice.setAttribute('role', 'alert')
  Object.assign(notice.style, {
    font: '16px/1.5 system-ui, sans-serif',
    margin: '20vh auto',
    maxWidth: '26rem',
    padding: '0 1rem',
    textAlign: 'center',
  })
  const title = document.createElement('h1')
  title.style.fontSize = '1.25rem'
  title.textContent = text.title
  const hint = document.createElement('p')
  hint.textContent = text.hint
  const step = document.createElement('button')
  Object.assign(step.style, { font: 'inherit', minHeight: '44px', padding: '0 1.5rem', cursor: 'pointer' })
  step.type = 'button'
  step.textContent = text.step
  step.addEventListener('click', () => {
    step.disabled = true
    void reloadAfresh()
  })
  notice.append(title, hint, step)
  root.append(notice)
}
