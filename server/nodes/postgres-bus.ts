import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { randomId } from '../runtime/secrets.ts'
import { Bus, type NodeMessageKind, type NodeMessages } from './bus.ts'

const CHANNEL = 'sightline_nodes'
/** Names the lock under which messages are numbered; the number means nothing. */
const NUMBERING_LOCK = 8421
/** Messages are kept this long for a node whose connection broke. */
const KEEP_MS = 5 * 60_000
/** A connection that is silently broken is found within this time and the patience for an answer. */
const LOOK_EVERY_MS = 2_000
const PATIENCE_MS = 5_000
const RETRY_MS = 500
const MOST_AT_ONCE = 500
/** So many may wait for a database that is away; beyond it they are dropped, and all nodes are told that messages are lost. */
const MOST_WAITING = 10_000

const PURGE_EVERY_MS = 60_000
/** Epoch ms by the clock that all nodes share. */
const DATABASE_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

interface Outgoing {
  /** So that what is said again after an answer was lost is heard once. */
  id: string
  text: string
}

/**
 * The bus of nodes that share a PostgreSQL database. Messages are rows of a table, numbered in the order in which they become visible;
 * NOTIFY only rings, and each node reads what is new. So a message may be larger than a NOTIFY, and a broken connection loses none.
 */
export class PostgresBus extends Bus {
  readonly #url: string
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #client: Client | undefined
  #position = 0
  #waiting: Outgoing[] = []
  #isRung = false
  #isClosing = false
  #work: Promise<void> | undefined
  /** When everything had been read last, by the monotonic clock. */
  #readAtMs = performance.now()
  #purgeAtMs = 0

  private constructor(url: string, log: FastifyBaseLogger) {
    super()
    this.#url = url
    this.#log = log
    this.#timer = setInterval(() => this.#ring(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** Connects; hears what is told from then on. */
  static async open(url: string, log: FastifyBaseLogger): Promise<PostgresBus> {
    const bus = new PostgresBus(url, log)
    try {
      await bus.#skip(await bus.#connect())
    } catch (fault) {
      clearInterval(bus.#timer)
      throw fault
    }
    return bus
  }

  get position(): number {
    return this.#position
  }

  tell<K extends NodeMessageKind>(kind: K, message: NodeMessages[K]): void {
    if (this.#waiting.length >= MOST_WAITING) this.#waiting = [outgoing('node-lost', { nodeId: '' })]
    this.#waiting.push(outgoing(kind, message))
    this.#begin()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#isClosing = true
    await this.#work
    if (this.#waiting.length > 0 && this.#client !== undefined) await this.#say(this.#client).catch(() => {})
    await this.#client?.end().catch(() => {})
  }

  #ring(): void {
    this.#isRung = true
    this.#begin()
  }

  #begin(): void {
    this.#work ??= this.#workOn().finally(() => {
      this.#work = undefined
      if (!this.#isClosing && (this.#waiting.length > 0 || this.#isRung)) this.#begin()
    })
  }

  async #workOn(): Promise<void> {
    while (!this.#isClosing && (this.#waiting.length > 0 || this.#isRung)) {
      try {
        const client = this.#client ?? (await this.#reconnect())
        if (this.#waiting.length > 0) await this.#say(client)
        this.#isRung = false
        await this.#read(client)
      } catch (fault) {
        this.#log.warn(fault, 'The connection to the other nodes is broken')
        this.#drop()
        this.#isRung = true
        await pause(RETRY_MS)
      }
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'sightline-nodes',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    })
    client.on('error', () => this.#gone(client))
    client.on('end', () => this.#gone(client))
    client.on('notification', () => this.#ring())
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    return client
  }

  async #reconnect(): Promise<Client> {
    const client = await this.#connect()
    // Half the time that messages are kept: what was written while reading was on its way is there still.
    if (performance.now() - this.#readAtMs < KEEP_MS / 2) return client
    await this.#skip(client)
    this.lost()
    return client
  }

  #gone(client: Client): void {
    if (this.#client !== client || this.#isClosing) return
    this.#drop()
    this.#ring()
  }

  #drop(): void {
    const client = this.#client
    this.#client = undefined
    void client?.end().catch(() => {})
  }

  /** Goes to the end without hearing what is there. */
  async #skip(client: Client): Promise<void> {
    this.#readAtMs = performance.now()
    const { rows } = await client.query<{ at: string }>('select coalesce(max(position), 0) as at from node_message')
    this.#position = Number(rows[0]?.at ?? 0)
  }

  async #say(client: Client): Promise<void> {
    const batch = this.#waiting.slice(0, MOST_AT_ONCE)
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${NUMBERING_LOCK})`)
    await client.query(
      `insert into node_message (position, id, body, at_ms)
      select (select coalesce(max(position), 0) from node_message) + number, id, body, ${DATABASE_NOW}
      from unnest($1::text[], $2::text[]) with ordinality as said (id, body, number)
      on conflict (id) do nothing`,
      [batch.map(({ id }) => id), batch.map(({ text }) => text)],
    )
    await client.query(`notify ${CHANNEL}`)
    await client.query('commit')
    const said = new Set(batch)
    this.#waiting = this.#waiting.filter((one) => !said.has(one))
    await this.#purge(client)
  }

  async #purge(client: Client): Promise<void> {
    if (performance.now() < this.#purgeAtMs) return
    this.#purgeAtMs = performance.now() + PURGE_EVERY_MS
    // The newest row stays, since the numbers go on from there.
    const old = `at_ms < ${DATABASE_NOW} - ${KEEP_MS} and position < (select max(position) from node_message)`
    await client.query(`delete from node_message where ${old}`)
  }

  async #read(client: Client): Promise<void> {
    for (;;) {
      const readAtMs = performance.now()
      const { rows } = await client.query<{ position: string; body: string }>(
        `select position, body from node_message where position > $1 order by position limit ${MOST_AT_ONCE}`,
        [this.#position],
      )
      for (const { position, body } of rows) {
        this.#position = Number(position)
        this.#hear(body)
      }
      if (rows.length < MOST_AT_ONCE) {
        this.#readAtMs = readAtMs
        return
      }
    }
  }

  /** Nodes trust each other: whoever writes into their database may do anything. */
  #hear(body: string): void {
    const { kind, message } = JSON.parse(body) as { kind: NodeMessageKind; message: NodeMessages[NodeMessageKind] }
    try {
      this.deliver(kind, message)
    } catch (fault) {
      this.#log.error(fault, 'A message of another node could not be obeyed')
    }
  }
}

function outgoing<K extends NodeMessageKind>(kind: K, message: NodeMessages[K]): Outgoing {
  return { id: randomId(), text: JSON.stringify({ kind, message }) }
}
