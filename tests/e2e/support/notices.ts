import type { CDPSession, Page } from '@playwright/test'
import type { TestBrowser } from '#tests/support/push-service.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expect } from './expect.ts'

interface Heard {
  tones: number
  spoken: string[]
}

/** Notes what a page sounds and says, from its start on. It counts as one that nobody has in front of them: Playwright gives every page the focus. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { tones: 0, spoken: [] as string[] }
    Object.assign(globalThis, { heard })
    document.hasFocus = () => false
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (this: OscillatorNode, when) {
      heard.tones += 1
      start.call(this, when)
    }
    speechSynthesis.speak = (utterance) => {
      heard.spoken.push(`${utterance.lang} ${utterance.text}`)
      utterance.dispatchEvent(new Event('end'))
    }
  })
}

export async function heardIn(pages: readonly Page[]): Promise<Heard[]> {
  return Promise.all(pages.map((page) => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard)))
}

/** The notices of the system that stand now; asked from any page of the service's address. */
export function noticesSeen(page: Page): Promise<{ title: string; body: string; tag: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/user/')
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }))
  })
}

/** The browser lets the app show notices. */
export async function allowNotices(page: Page, stack: Stack): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: new URL(stack.address()).origin })
}

/**
 * Has a page subscribe at our push service in the place of Google's, which this machine does not reach, and which a private window has none of: the two
 * functions of the browser are replaced by ones that hand out the keys of `browser`. All else of it is real.
 */
export async function subscribeAt(page: Page, browser: TestBrowser): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    let key: ArrayBuffer | undefined
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer
    const subscription = () => ({
      endpoint,
      options: { applicationServerKey: key ?? null, userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        key = undefined
        return true
      },
    })
    PushManager.prototype.getSubscription = async () => (key ? (subscription() as unknown as PushSubscription) : null)
    PushManager.prototype.subscribe = async (options) => {
      key = bytesOf(options?.applicationServerKey as string)
      return subscription() as unknown as PushSubscription
    }
  }, browser.subscription)
}

/** Brings what the push service has got to the service worker, as the browser's own connection to it does. */
export class PushDelivery {
  readonly #session: CDPSession
  readonly #origin: string
  readonly #registrationId: string

  private constructor(session: CDPSession, origin: string, registrationId: string) {
    this.#session = session
    this.#origin = origin
    this.#registrationId = registrationId
  }

  /** `page`: any of the service's address whose context has the service worker. */
  static async open(page: Page, stack: Stack): Promise<PushDelivery> {
    const session = await page.context().newCDPSession(page)
    const scope = `${stack.address()}/`
    const found = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === scope && !isDeleted)
        if (own !== undefined) resolve(own.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    return new PushDelivery(session, new URL(scope).origin, await found)
  }

  async deliver(data: string): Promise<void> {
    await this.#session.send('ServiceWorker.deliverPushMessage', { origin: this.#origin, registrationId: this.#registrationId, data })
  }
}

/** Waits until a page makes alarms known: its code for that comes after the page. */
export async function expectListening(page: Page): Promise<void> {
  await expect(page.locator('[data-alarm-call]')).toHaveCount(1)
  // Its effects run behind what the page does now.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
