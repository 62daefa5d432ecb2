import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { PushOutcome } from '#contract/calls/notification/notice-try.ts'
import type { Choices } from '#contract/calls/user/choices.ts'
import type { Settings } from '#contract/settings.ts'
import { isQuiet } from '#shared/time/quiet.ts'
import type { Principal } from '../../access/caller.ts'
import type { Rights } from '../../access/rights.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import type { AlarmTable } from '../../db/schema.ts'
import { unreadOf } from '../../events/visible-alarms.ts'
import { isOfThisMachine } from '../../http/this-machine.ts'
import type { Bus } from '../../nodes/bus.ts'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import type { Sealer } from '../../runtime/sealer.ts'
import { alarmPayload, triedPayload } from './notice-texts.ts'
import { PushSender, type PushAnswer } from './send-web-push.ts'
import { WebPushDevices, type Subscription } from './web-push-devices.ts'
import { readKeys, type WebPushKeys } from './web-push-keys.ts'
import { WebPushQueue, type Sent, type Waiting } from './web-push-queue.ts'

type AlarmRow = Selectable<AlarmTable>

/** A page that goes is known to be gone this much later at most: until then what it was told may have been seen by nobody. */
const GOING_MS = 2_000
type Device = NonNullable<Awaited<ReturnType<WebPushDevices['find']>>>

/**
 * Tells people of alarms whose app is closed, or not looked at: by Web Push, in each browser that they have asked to be told by. Who may see the alarm
 * is decided by the caller, and once more before a message that had to wait.
 */
export class WebPush {
  readonly devices: WebPushDevices
  readonly #parts: { db: Db; sealer: Sealer; settings: Settings }
  readonly #now: Now
  readonly #log: FastifyBaseLogger
  readonly #rights: Rights
  #sender: PushSender | undefined
  readonly #queue: WebPushQueue<AlarmRow>
  #keys: Promise<WebPushKeys> | undefined
  /** Sessions that somebody looks at, at whichever node, and by which socket: the page tells them itself. */
  readonly #watched = new Map<string, string>()

  constructor(parts: {
    db: Db
    now: Now
    log: FastifyBaseLogger
    settings: Settings
    sealer: Sealer
    rights: Rights
    bus: Bus
    sweeper: Sweeper
  }) {
    const { bus, now, log, sweeper } = parts
    this.#parts = parts
    this.#now = now
    this.#log = log
    this.#rights = parts.rights
    this.devices = new WebPushDevices(parts)
    this.#queue = new WebPushQueue(now, {
      send: (waiting, isAgain) => this.#send(waiting, isAgain),
      onFull: (organization) => log.warn({ organization }, 'More browsers of an organization wait to be told than the service keeps'),
    })
    sweeper.add(() => this.#queue.look())
    bus.on('push-watched', ({ sessionId, socketId, isWatched }) => {
      if (isWatched) this.#watched.set(sessionId, socketId)
      else if (this.#watched.get(sessionId) === socketId) this.#watched.delete(sessionId)
    })
    // Rather told twice than not at all.
    bus.on('node-lost', () => this.#watched.clear())
    bus.onLost(() => this.#watched.clear())
  }

  /** Drawn when they are first needed. */
  keys(): Promise<WebPushKeys> {
    this.#keys ??= readKeys(this.#parts).catch((fault: unknown) => {
      this.#keys = undefined
      throw fault
    })
    return this.#keys
  }

  /** Whether this may be the address of a push service. */
  mayReach(endpoint: string): boolean {
    return this.#sending.mayReach(endpoint)
  }

  /** An alarm was raised that these people see. Never rejects: whoever has the app open hears of it all the same. */
  async raised(alarm: AlarmRow, userIds: readonly string[]): Promise<void> {
    try {
      for (const { id, session_id: sessionId } of await this.devices.ofPeople(userIds))
        this.#queue.add(id, alarm.organization_id, alarm, this.#watched.has(sessionId) ? GOING_MS : 0)
    } catch (fault) {
      this.#log.error(fault, 'Nobody could be told of an alarm by Web Push')
    }
  }

  /** Sends a message to one of the person's own browsers now. Fails with notice-device-missing. */
  async try({ userId }: Principal, id: string, tag: string): Promise<{ outcome: PushOutcome; tookMs: number }> {
    const device = await this.devices.find(id)
    if (device?.user_id !== userId) throw new CallFault('notice-device-missing')
    const began = performance.now()
    const { outcome } = await this.#bring(device, triedPayload(tag, device.language, this.#now()))
    return { outcome, tookMs: Math.round(performance.now() - began) }
  }

  /** Browsers of an organization that this node could not reach yet, and tries again. */
  waitingOf(organizationId: string): number {
    return this.#queue.failedOf(organizationId)
  }

  close(): void {
    this.#sender?.close()
  }

  /** The origins of a service on a free port are known only when it listens. */
  get #sending(): PushSender {
    this.#sender ??= new PushSender(isOfThisMachine(this.#parts.settings))
    return this.#sender
  }

  async #send({ deviceId, newest, count }: Waiting<AlarmRow>, isAgain: boolean): Promise<Sent> {
    try {
      const device = await this.devices.find(deviceId)
      if (device === undefined || this.#watched.has(device.session_id)) return { kind: 'none' }
      const { notices } = JSON.parse(device.choices) as Choices
      if (notices !== undefined && isQuiet(notices.quiet, this.#now(), newest.is_urgent === 1)) return { kind: 'none' }
      if (isAgain && !(await this.#rights.watchersOfAlarm(newest)).includes(device.user_id)) return { kind: 'none' }
      const { user_id: userId, organization_id: organizationId, role, language } = device
      const { count: unread } = await unreadOf(this.#parts, { userId, organizationId, role })
      const { outcome, retryAfterMs } = await this.#bring(device, alarmPayload(newest, { count, unread, language }))
      return outcome === 'unreachable' ? { kind: 'again', ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }) } : { kind: 'done' }
    } catch (fault) {
      this.#log.error(fault, 'A message of Web Push failed inside the service')
      return { kind: 'done' }
    }
  }

  #subscriptionOf(device: Device): Subscription | undefined {
    try {
      return this.devices.subscriptionOf(device)
    } catch {
      return undefined
    }
  }

  async #bring(device: Device, payload: Parameters<PushSender['send']>[1]): Promise<PushAnswer> {
    const answer = await this.#sending.send(this.#subscriptionOf(device), payload, await this.keys())
    if (answer.outcome === 'taken') await this.devices.noteReached(device)
    if (answer.outcome === 'gone') await this.devices.forget(device.id)
    if (answer.outcome === 'refused') this.#log.warn({ browser: device.id }, 'A push service refuses a message')
    return answer
  }
}
