import { proxy } from 'valtio'
import { messageSW, Workbox } from 'workbox-window'
import type { ServiceWorkerRequest } from '#contract/service-worker-api.ts'
import { isLoaderError } from '../../lib/loader-error.ts'
import { tellOwnRegistration } from '../../lib/own-registration.ts'
import { startAfresh } from '../../lib/start-afresh.ts'
import { appUrl } from '../../lib/trusted-types.ts'
import { onRefresh } from '../core/core.ts'
import { forgetUnsaved, hasUnsaved } from '../../lib/unsaved.ts'

/** How often a page that is never reloaded looks for a new version, and how often at most when the connection came back. */
const CHECK_EVERY_MS = 60 * 60_000
const CHECK_AGAIN_MS = 60_000
/** How the service worker names the cache of the app itself (workbox-precaching). */
export const SHELL_CACHE = 'workbox-precache'
/**
 * A new version that was told to take over has done so within this time, or the page gets it past the service worker, as soon as the service
 * can be reached. Browsers let the old one first answer what it was asked, over the network they have; and Chromium 156 at times lets the new one
 * wait for minutes though the old one has nothing to do.
 */
const TAKE_OVER_MS = 10_000
/** A service worker that runs answers in far less; one of a build that does not know the question never does. */
const ANSWER_MS = 5_000
/** One that has just taken over on a busy machine may take longer, and nobody waits for this answer. */
const ANSWER_IN_CHARGE_MS = 60_000

/**
 * `ready`: a newer version is installed. `needed`: a part of this version could not be loaded. Both until `applyUpdate()`; for the
 * one hint that offers it.
 */
export const updateState = proxy<{ kind: 'none' | 'ready' | 'needed' | 'applying' }>({ kind: 'none' })

/** The service worker of this page as workbox-window follows it, and its registration. Undefined until it is registered, for ever where none can be. */
let own: { workbox: Workbox; registration: ServiceWorkerRegistration } | undefined
/** Settles when it is known whether there is a service worker here; a page may look for a new version before that. */
let registering: Promise<unknown> = Promise.resolve()

/** Offers the version that waits. */
async function look({ active, waiting }: ServiceWorkerRegistration): Promise<void> {
  // Without an active one this is the first installation, which nobody has to agree to.
  if (active === null || waiting === null) return
  // A page that came past the service worker may be of that version.
  if (navigator.serviceWorker.controller === null && (await isOfVersion(waiting)) === true) return
  offer('ready')
}

function offer(kind: 'ready' | 'needed'): void {
  if (updateState.kind !== 'applying') updateState.kind = kind
}

/** The version that waits to take over; looks for it first when this one is known to be broken. */
async function waitingVersion(isBroken: boolean): Promise<ServiceWorker | null> {
  if (own === undefined) return null
  // Out of reach: the reload shows what there is.
  if (isBroken) await own.workbox.update().catch(() => {})
  await installed(own.registration)
  return own.registration.waiting
}

async function installed({ installing }: ServiceWorkerRegistration): Promise<void> {
  if (installing === null) return
  await new Promise<void>((resolve) => {
    installing.addEventListener('statechange', () => resolve(), { once: true })
  })
}

/**
 * Looks for a newer version now; `updateState` tells of one that was found. `alone`: there is no service worker here, and each reload brings
 * the newest version by itself.
 */
export async function lookForUpdate(): Promise<'looked' | 'unreachable' | 'alone'> {
  await registering
  if (own === undefined) return 'alone'
  try {
    await own.workbox.update()
  } catch {
    return 'unreachable'
  }
  await installed(own.registration)
  // workbox-window tells of one more version at most, and not of the next when that one could not be installed.
  await look(own.registration)
  return 'looked'
}

/** How the page goes over to another version: on whose word, back to which offer without it, and how it looks for that version meanwhile. */
interface Leaving {
  mayGo: () => boolean
  offered: 'ready' | 'needed'
  go: () => void
  looks?: ReturnType<typeof setInterval>
}
let leaving: Leaving | undefined

/**
 * Reloads this tab with the newest version. Other tabs go on with theirs until they want to. The new version may take a while, and the page
 * goes on meanwhile: right before the reload `mayGo` is asked, and without its word the version is offered again. Unless given it says no when
 * somebody has typed since this was called; what was unsaved before is given up by calling this. `go`: how the page goes, when the new version is
 * in charge.
 */
export async function applyUpdate(mayGo = () => !hasUnsaved(), go = () => location.reload()): Promise<void> {
  if (updateState.kind === 'applying') return
  const offered = updateState.kind === 'needed' ? 'needed' : 'ready'
  const leave = () => {
    clearInterval(asked.looks)
    leaving = undefined
    go()
  }
  const asked: Leaving = { mayGo, offered, go: leave }
  leaving = asked
  updateState.kind = 'applying'
  forgetUnsaved()
  const waiting = await waitingVersion(offered === 'needed')
  if (waiting === null) return reload()
  if (leaving !== asked) return
  own?.workbox.messageSkipWaiting()
  asked.looks = setInterval(() => void startAfresh(mayGoNow, leave), TAKE_OVER_MS)
}

/** Whether the page that was to have another version may be reloaded in this very moment; offers that version again where it may not. */
function mayGoNow(): boolean {
  if (leaving === undefined) return false
  const { mayGo, offered, looks } = leaving
  if (mayGo()) return true
  leaving = undefined
  clearInterval(looks)
  updateState.kind = offered
  return false
}

function reload(): void {
  const go = leaving?.go
  if (mayGoNow()) go?.()
}

/**
 * Turns parts that cannot be loaded into the offer to reload. Called once, at the start. The error gets the specification's words, by
 * which the router no longer knows it: it would reload at once, whatever is open.
 */
export function watchLoader(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `Loading chunk ${/[\w-]+\.\w+$/.exec(payload.message)?.[0] ?? ''} failed`
    offer('needed')
  })
  addEventListener('unhandledrejection', (event) => {
    if (!isLoaderError(event.reason)) return
    event.preventDefault()
    offer('needed')
  })
}

/** Offers the version in charge where this page is of another one: another tab wanted it. */
async function followController(): Promise<void> {
  const { controller } = navigator.serviceWorker
  if (controller !== null && (await isOfVersion(controller, ANSWER_IN_CHARGE_MS)) === false) offer('ready')
}

/** Whether this page is of the same version as that service worker, by the files that it was made of. Undefined when it does not say in time. */
async function isOfVersion(worker: ServiceWorker, answerMs = ANSWER_MS): Promise<boolean | undefined> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(({ src }) => src)
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)
  const request: ServiceWorkerRequest = { kind: 'is-yours', urls: [...scripts, ...styles] }
  const silence = new Promise<undefined>((resolve) => setTimeout(resolve, answerMs))
  return Promise.race([messageSW(worker, request).then((answer) => answer === true), silence])
}

/** Registers the service worker of a built app and looks for new versions from then on. Called once, at the start. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let hadController = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (updateState.kind === 'applying') return reload()
    if (!hadController) keepPictures()
    hadController = true
    void followController()
  })
  const workbox = new Workbox(appUrl(`${import.meta.env.BASE_URL}sw.js`), { scope: import.meta.env.BASE_URL })
  const register = workbox.register({ immediate: true })
  registering = register.catch(() => {})
  const registration = await register
  if (registration === undefined) return
  own = { workbox, registration }
  tellOwnRegistration(registration)
  workbox.addEventListener('waiting', () => void look(registration))
  // Another version may have taken over while this page was being loaded, or wait: workbox-window told of that one before anybody could listen.
  void followController()
  void look(registration)
  let checkedAtMs = Date.now()
  const check = (afterMs: number) => {
    if (Date.now() - checkedAtMs < afterMs) return
    checkedAtMs = Date.now()
    void lookForUpdate()
  }
  const checkIfSeen = () => document.visibilityState === 'visible' && check(CHECK_EVERY_MS)
  setInterval(checkIfSeen, CHECK_EVERY_MS / 4)
  document.addEventListener('visibilitychange', checkIfSeen)
  // A service that comes back may have brought a new version with it.
  onRefresh(() => check(CHECK_AGAIN_MS))
}

/**
 * Fetches anew what is kept of the app itself, past the kept copies: the service worker knows no address with this query. All of it, or
 * nothing: `unreachable`. Where a newer version is there, that one is fetched and offered instead (`updateState`).
 */
export async function fetchAppAnew(): Promise<'done' | 'unreachable'> {
  if ((await lookForUpdate()) === 'unreachable') return 'unreachable'
  if (own?.registration.waiting) return 'done'
  const fresh: { cache: Cache; request: Request; response: Response }[] = []
  for (const name of (await caches.keys()).filter((one) => one.startsWith(SHELL_CACHE))) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const url = new URL(request.url)
      const response = await fetch(`${url.pathname}?anew`, { cache: 'reload' }).catch(() => undefined)
      if (!response?.ok) return 'unreachable'
      fresh.push({ cache, request, response })
    }
  }
  for (const { cache, request, response } of fresh) await cache.put(request, response)
  return 'done'
}

/** Has the service worker keep the pictures that this page loaded before it was there. */
function keepPictures(): void {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  const request: ServiceWorkerRequest = { kind: 'keep-pictures', urls }
  navigator.serviceWorker.controller?.postMessage(request)
}
