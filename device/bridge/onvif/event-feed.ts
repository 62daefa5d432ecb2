import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Log } from '#shared/log.ts'
import type { OnvifClient } from './client.ts'
import { OnvifError } from './fault.ts'
import { pullAnswer, type PulledMessage } from './event-topics.ts'

/** The camera keeps an empty pull open for a minute. */
const PULL_PATIENCE_MS = 75_000
/** The library subscribes for two minutes. */
const RENEW_MS = 30_000
/** A camera that takes no subscription, or has none left, is asked again after this. */
const AGAIN_MS = 60_000
const GOODBYE_MS = 300
const MESSAGES = 50

interface FeedOptions {
  client: OnvifClient
  signal: AbortSignal
  /** for the log */
  label: string
  log: Log
  onMessages: (messages: PulledMessage[]) => void
}

/**
 * Listens to a camera's events by a pull point, and renews it. Throws an `OnvifError` when the camera is lost or has forgotten the
 * subscription; one that takes none is asked again after a minute.
 */
export async function followEvents({ client, signal, label, log, onMessages }: FeedOptions): Promise<never> {
  for (;;) {
    try {
      await client.ask(z.unknown(), (cam, done) => cam.createPullPointSubscription(done))
    } catch (error) {
      if (!(error instanceof OnvifError) || !['unsupported', 'full', 'protocol', 'not-found'].includes(error.fault.kind)) throw error
      log('warn', `${label} tells no events: ${error.fault.message}`)
      await pause(AGAIN_MS, undefined, { signal })
      continue
    }
    await pull(client, onMessages)
  }
}

async function pull(client: OnvifClient, onMessages: FeedOptions['onMessages']): Promise<never> {
  let renewedMs = performance.now()
  for (;;) {
    const ask = client.ask(pullAnswer, (cam, done) => cam.pullMessages({ messageLimit: MESSAGES }, done), PULL_PATIENCE_MS)
    const { notificationMessage: messages } = await ask
    if (messages.length > 0) onMessages(messages)
    if (performance.now() - renewedMs < RENEW_MS) continue
    renewedMs = performance.now()
    await client.ask(z.unknown(), (cam, done) => cam.renew({}, done)).catch(passOverUnsupported)
  }
}

/** Cameras that know no renewal lengthen a subscription with each pull. */
function passOverUnsupported(error: unknown): void {
  if (!(error instanceof OnvifError) || error.fault.kind !== 'unsupported') throw error
}

/** Gives the subscription back: cameras have few, and keep them for minutes. Never throws. */
export async function endSubscription(client: OnvifClient): Promise<void> {
  await client
    .ask(z.unknown(), (cam, done) => (cam.events['subscription'] ? cam.unsubscribe(done, true) : done(null)), GOODBYE_MS)
    .catch(() => {})
}
