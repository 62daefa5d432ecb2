import type { FastifyBaseLogger } from 'fastify'
import { MOST_SEGMENTS, type CommandRequest, type CommandResult, type RecordSegment } from '#contract/device-commands.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { DeviceCommands } from '../devices/device-commands.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { KeyedQueue } from '../runtime/keyed-queue.ts'
import {
  afterAnswer,
  daysOfRoom,
  gapIn,
  isTelling,
  tellingCommands,
  troublesOf,
  type TellingCommand,
  type ToldState,
  type Trouble,
} from './told-state.ts'

/** A device is asked so often, and not before it has been there for a while: one that comes and goes has other troubles. */
const EVERY_MS = 15 * 60_000
const SETTLED_MS = 60_000
const LOOK_EVERY_MS = 5_000
/** So many are asked at a time, and begun at one look: five thousand devices are through in a quarter of an hour. */
const AT_ONCE = 8
const AT_ONE_LOOK = 40
/** Of one device's recordings: so many channels at one time of asking, so many answers of each. */
const CHANNELS_AT_ONCE = 16
const MOST_PAGES = 4
/** What is being written may not be told yet. */
const WRITING_MS = 3 * 60_000

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  sweeper: Sweeper
  nodes: Nodes
  deviceCommands: DeviceCommands
  queue: KeyedQueue
  /** Something is wrong with a device that was not before, or is not any more. */
  onChange: (organizationId: string) => void
}

/**
 * Keeps what each device told last of its disks and recordings, whoever asked for it, and asks by itself now and then those that are connected here. What is
 * wrong is found out when it is told, so that a look at the system's health costs no more than what is wrong.
 */
export class DeviceHealth {
  readonly #parts: Parts
  #lookAgainMs = 0
  readonly #asked = new Set<string>()
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    parts.sweeper.add(() => this.#look())
    parts.deviceCommands.onAnswer((sn, name, request, result) => {
      if (isTelling(name)) void this.#heard(sn, { name, request, result } as never)
    })
  }

  /** Nobody is asked any more; what was told is written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#parts.queue.idle()
  }

  /** Asks a device for all that it can tell, and answers when that is written. */
  async ask(sn: string): Promise<void> {
    const { db, now, deviceCommands, queue } = this.#parts
    const device = await db.selectFrom('device').where('sn', '=', sn).select(['organization_id', 'commands_json']).executeTakeFirst()
    if (typeof device?.organization_id !== 'string') return
    const can = new Set(JSON.parse(device.commands_json) as string[])
    await this.#write(sn, (state) => state, { askedAtMs: now() })
    for (const name of tellingCommands) {
      if (name !== 'disk-health' && name !== 'record-set' && can.has(name)) await quietly(deviceCommands.run(sn, name, {}))
    }
    // What was told above is written when the queue has come there.
    await queue.run(sn, async () => {})
    const state = await this.#stateOf(sn)
    for (const { diskId } of can.has('disk-health') ? (state.storage?.disks ?? []) : [])
      await quietly(deviceCommands.run(sn, 'disk-health', { diskId }))
    if (can.has('record-log')) await this.#findGaps(sn, state)
    await queue.run(sn, async () => {})
  }

  async #findGaps(sn: string, { continuous = {} }: ToldState): Promise<void> {
    const nowMs = this.#parts.now()
    for (const [index, sinceMs] of Object.entries(continuous).slice(0, CHANNELS_AT_ONCE)) {
      const chlIndex = Number(index)
      const startMs = Math.max(nowMs - DAY_MS, sinceMs)
      const segments = startMs < nowMs - WRITING_MS ? await this.#segments(sn, chlIndex, startMs, nowMs) : undefined
      if (segments === undefined) continue
      const gap = gapIn(segments.found, startMs, Math.min(segments.untilMs, nowMs - WRITING_MS))
      await this.#write(sn, (state) => {
        const { [chlIndex]: _before, ...others } = state.gaps ?? {}
        return { ...state, gaps: gap === undefined ? others : { ...others, [chlIndex]: gap } }
      })
    }
  }

  /** `untilMs`: how far is known. Undefined when the device does not say. */
  async #segments(sn: string, chlIndex: number, startMs: number, endMs: number) {
    const found: RecordSegment[] = []
    let fromMs = startMs
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await quietly(this.#parts.deviceCommands.run(sn, 'record-log', { chlIndex, startMs: fromMs, endMs }))
      if (answer === undefined) return undefined
      found.push(...answer.segments)
      const last = answer.segments.at(-1)
      if (!answer.isMore || last === undefined || answer.segments.length < MOST_SEGMENTS) return { found, untilMs: endMs }
      fromMs = Math.max(fromMs + 1, last.startMs)
    }
    return { found, untilMs: fromMs }
  }

  /** In its turn from the start: whoever asks for more of the device by what it told waits for the same queue. */
  async #heard<Name extends TellingCommand>(
    sn: string,
    answer: { name: Name; request: CommandRequest<Name>; result: CommandResult<Name> },
  ): Promise<void> {
    const { now, log } = this.#parts
    try {
      await this.#write(sn, (state) => afterAnswer(state, answer, now()), { toldAtMs: now() })
    } catch (fault) {
      log.error(fault, 'What a device told of its storage could not be kept')
    }
  }

  async #stateOf(sn: string): Promise<ToldState> {
    const row = await this.#parts.db.selectFrom('device_health').where('sn', '=', sn).select('state_json').executeTakeFirst()
    return row === undefined ? {} : (JSON.parse(row.state_json) as ToldState)
  }

  async #write(
    sn: string,
    change: (state: ToldState) => ToldState,
    { askedAtMs, toldAtMs }: { askedAtMs?: number; toldAtMs?: number } = {},
  ): Promise<void> {
    const { db, now, queue, onChange } = this.#parts
    await queue.run(sn, async () => {
      const device = await db.selectFrom('device').where('sn', '=', sn).select('organization_id').executeTakeFirst()
      const organizationId = device?.organization_id
      if (typeof organizationId !== 'string') return
      const row = await db.selectFrom('device_health').where('sn', '=', sn).selectAll().executeTakeFirst()
      const state = change(JSON.parse(row?.state_json ?? '{}') as ToldState)
      const before = JSON.parse(row?.troubles_json ?? '[]') as Trouble[]
      const troubles = troublesOf(state, before, now())
      const values = {
        state_json: JSON.stringify(state),
        troubles_json: troubles.length === 0 ? null : JSON.stringify(troubles),
        asked_at_ms: askedAtMs ?? row?.asked_at_ms ?? 0,
        holds_days: daysOfRoom(state) ?? null,
        told_at_ms: toldAtMs ?? row?.told_at_ms ?? null,
      }
      await db
        .insertInto('device_health')
        .values({ sn, organization_id: organizationId, ...values })
        .onConflict((conflict) => conflict.column('sn').doUpdateSet(values))
        .execute()
      if (values.troubles_json !== (row?.troubles_json ?? null)) onChange(organizationId)
    })
  }

  async #look(): Promise<void> {
    const { db, now, log, nodes } = this.#parts
    if (now() < this.#lookAgainMs) return
    this.#lookAgainMs = now() + LOOK_EVERY_MS
    const due = await db
      .selectFrom('device')
      .leftJoin('device_health', 'device_health.sn', 'device.sn')
      .where('device.node_id', '=', nodes.id)
      .where('device.organization_id', 'is not', null)
      .where('device.status', '=', deviceStatuses.online)
      .where('device.status_since_ms', '<=', now() - SETTLED_MS)
      .where(({ or, eb }) => or([eb('asked_at_ms', 'is', null), eb('asked_at_ms', '<=', now() - EVERY_MS)]))
      .orderBy('asked_at_ms')
      .limit(AT_ONE_LOOK)
      .select('device.sn')
      .execute()
    const waiting = due.map(({ sn }) => sn).filter((sn) => !this.#asked.has(sn))
    const work = async (): Promise<void> => {
      for (let sn = waiting.shift(); sn !== undefined; sn = waiting.shift()) {
        if (this.#isClosed || this.#asked.size >= AT_ONCE) return
        this.#asked.add(sn)
        try {
          await this.ask(sn)
        } catch (fault) {
          if (!this.#isClosed) log.error(fault, 'A device could not be asked how its storage is')
        } finally {
          this.#asked.delete(sn)
        }
      }
    }
    // Not waited for: one that does not answer keeps nobody from being looked at, the end of the service included.
    for (let worker = 0; worker < AT_ONCE; worker += 1) void work()
  }
}

/** What a device answers; undefined when it does not, or cannot. */
async function quietly<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked
  } catch (fault) {
    if (fault instanceof CallFault) return undefined
    throw fault
  }
}
