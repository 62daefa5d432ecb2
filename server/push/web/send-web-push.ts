import { Agent as HttpAgent, request as requestHere } from 'node:http'
import { Agent, request } from 'node:https'
import library from 'web-push'
import type { PushOutcome } from '#contract/calls/notification/notice-try.ts'
import type { WebPushPayload } from '#contract/web-push.ts'
import { mayAsk, publicLookup } from '../../http/public-address.ts'
import type { Subscription } from './web-push-devices.ts'
import type { WebPushKeys } from './web-push-keys.ts'

const PATIENCE_MS = 10_000
/** How long a push service keeps a message for a browser that it does not reach: later it is only a number in the app. */
const LIFE_S = 60 * 60
const MOST_SOCKETS = 20
const LONGEST_PAUSE_MS = 5 * 60_000

/** `retryAfterMs`: the push service has asked for a pause. */
export interface PushAnswer {
  outcome: PushOutcome
  retryAfterMs?: number
}

/** Brings messages to push services (RFC 8030), each encrypted for its browser (RFC 8291). */
export class PushSender {
  readonly #mayBeHere: boolean
  readonly #agent: Agent
  readonly #agentHere = new HttpAgent({ keepAlive: true, maxSockets: MOST_SOCKETS })

  /** `mayBeHere`: push services of this machine are all right, as tests have them. */
  constructor(mayBeHere: boolean) {
    this.#mayBeHere = mayBeHere
    this.#agent = new Agent({ keepAlive: true, maxTotalSockets: MOST_SOCKETS, lookup: publicLookup(mayBeHere) })
  }

  mayReach(endpoint: string): boolean {
    return mayAsk(endpoint, this.#mayBeHere)
  }

  /** Never rejects. Redirects are not followed, and of the answer nothing but its status is read. */
  async send(subscription: Subscription | undefined, payload: WebPushPayload, vapidDetails: WebPushKeys): Promise<PushAnswer> {
    if (subscription === undefined || !this.mayReach(subscription.endpoint)) return { outcome: 'refused' }
    const { endpoint, p256dh, auth } = subscription
    const options = { vapidDetails, TTL: LIFE_S, urgency: 'high', contentEncoding: 'aes128gcm' } as const
    try {
      const { method, headers, body } = library.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        options,
      )
      return await this.#post(endpoint, { method, headers: { ...headers } }, body)
    } catch {
      // Keys that are none.
      return { outcome: 'refused' }
    }
  }

  close(): void {
    this.#agent.destroy()
    this.#agentHere.destroy()
  }

  #post(endpoint: string, options: { method: string; headers: Record<string, string> }, body: Buffer | null): Promise<PushAnswer> {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const asked = endpoint.startsWith('https:')
      ? request(endpoint, { ...options, agent: this.#agent, signal })
      : requestHere(endpoint, { ...options, agent: this.#agentHere, signal })
    return new Promise((resolve) => {
      asked.on('error', () => resolve({ outcome: 'unreachable' }))
      asked.on('response', (response) => {
        resolve(meaningOf(response.statusCode ?? 0, response.headers['retry-after']))
        // However much it says.
        response.on('data', () => {}).on('error', () => {})
      })
      asked.end(body)
    })
  }
}

function meaningOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'taken' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status !== 429 && status < 500) return { outcome: 'refused' }
  const seconds = Number(retryAfter)
  return { outcome: 'unreachable', ...(seconds > 0 && { retryAfterMs: Math.min(seconds * 1_000, LONGEST_PAUSE_MS) }) }
}
