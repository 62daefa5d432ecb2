import { expressionBuilder, sql, type ExpressionBuilder } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { randomId, randomSecret } from '../runtime/secrets.ts'
import type { Bus } from './bus.ts'

const RENEW_EVERY_MS = 2_000
/** A node that was not heard of for this long is gone. */
const LEASE_MS = 8_000
/** So often what gone nodes held is looked for without an occasion. */
const LOOK_EVERY_MS = 30_000
/** Epoch ms by the clock that all nodes share: their own may differ. */
const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

interface Parts {
  db: Db
  bus: Bus
  log: FastifyBaseLogger
  /** Whether no other node can be on the database. */
  isAlone: boolean
}

/** This node among those that share the database: each renews its lease, and those that do not are found to be gone by the others. */
export class Nodes {
  readonly id = randomId()
  readonly #parts: Parts
  readonly #listeners: (() => Promise<void>)[] = []
  #url = ''
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  /** By the monotonic clock: the last renewal, since when there was no break, and the last look at what gone nodes held. */
  #renewedAtMs = 0
  #steadySinceMs = 0
  #lookedAtMs = 0

  constructor(parts: Parts) {
    this.#parts = parts
    parts.bus.on('node-lost', () => this.#takeOver())
    parts.bus.on('node-left', ({ nodeId }) => {
      if (nodeId !== this.id) this.#takeOver()
    })
  }

  /** Hears, after a start too, that nodes have gone: what they held is to be taken over, by whichever node comes first. */
  onGone(listener: () => Promise<void>): void {
    this.#listeners.push(listener)
  }

  async start(): Promise<void> {
    const { db, isAlone } = this.#parts
    if (isAlone) await db.deleteFrom('node').execute()
    await this.#join()
    for (const listener of this.#listeners) await listener()
    if (isAlone) return
    this.#timer = setInterval(() => this.#begin(), RENEW_EVERY_MS)
    this.#timer.unref()
  }

  /** Tells where the other nodes reach this one, such as `http://10.0.0.7:8420`. */
  async announce(url: string): Promise<void> {
    this.#url = url
    await this.#parts.db.updateTable('node').set({ url }).where('id', '=', this.id).execute()
  }

  /** Leaves, so that nobody waits for the end of the lease. */
  async close(): Promise<void> {
    const { db, bus } = this.#parts
    clearInterval(this.#timer)
    await this.#round
    await db.deleteFrom('node').where('id', '=', this.id).execute()
    bus.tell('node-left', { nodeId: this.id })
  }

  async #join(): Promise<void> {
    const { db, isAlone } = this.#parts
    const nowMs = performance.now()
    await db
      .insertInto('node')
      .values({ id: this.id, url: this.#url, secret: randomSecret(), seen_at_ms: isAlone ? 0 : databaseNow })
      .execute()
    this.#renewedAtMs = nowMs
    this.#steadySinceMs = nowMs
  }

  #begin(): void {
    this.#round ??= this.#renew()
      .catch((fault: unknown) => this.#parts.log.warn(fault, 'The lease of this node could not be renewed'))
      .finally(() => {
        this.#round = undefined
      })
  }

  async #renew(): Promise<void> {
    const { db, bus } = this.#parts
    const nowMs = performance.now()
    const own = db.updateTable('node').set({ seen_at_ms: databaseNow }).where('id', '=', this.id)
    if ((await own.returning('id').executeTakeFirst()) === undefined) {
      // Too late: the others hold this node for gone.
      await this.#join()
      return bus.lost()
    }
    // After the database was away, all others are late too, and get their time.
    if (nowMs - this.#renewedAtMs > LEASE_MS) this.#steadySinceMs = nowMs
    this.#renewedAtMs = nowMs
    if (nowMs - this.#steadySinceMs > LEASE_MS) await this.#findGone()
    if (nowMs - this.#lookedAtMs > LOOK_EVERY_MS) this.#takeOver()
  }

  async #findGone(): Promise<void> {
    const { db, bus, log } = this.#parts
    const late = db.deleteFrom('node').where('seen_at_ms', '<', sql<number>`${databaseNow} - ${LEASE_MS}`)
    for (const { id } of await late.returning('id').execute()) {
      log.warn({ node: id }, 'A node of the service has gone')
      bus.tell('node-lost', { nodeId: id })
    }
  }

  #takeOver(): void {
    this.#lookedAtMs = performance.now()
    for (const listener of this.#listeners) {
      listener().catch((fault: unknown) => this.#parts.log.error(fault, 'What a node held could not be taken over'))
    }
  }
}

/** Of a query that has no table around it: what it gives among all that there are takes the compiler longer to find out than any other line. */
const { selectFrom }: Pick<ExpressionBuilder<Schema, never>, 'selectFrom'> = expressionBuilder<Schema>()

/** Serial numbers of the devices that are connected at another node than this one. */
export function devicesElsewhere(nodeId: string) {
  return selectFrom('device').where('node_id', '!=', nodeId).select('sn')
}
