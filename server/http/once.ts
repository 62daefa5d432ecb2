import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, nameOfError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { sha256 } from '../runtime/secrets.ts'

/** As long as a device without a network may wait before it asks again. */
const KEEP_MS = 24 * 60 * 60_000
/** Another node may be at it. While that is there its outcome is waited for as long as clients wait for an answer, and else this long. */
const OTHERS_TAKE_MOST_MS = limits.requestTimeoutMs
const GONE_TAKE_MOST_MS = 2_000
const LOOK_EVERY_MS = 100
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** What a change came to: its answer, or the fault that it was refused with. */
export type Outcome = { ok: true; data: unknown } | { ok: false; code: ErrorCode; detail: ErrorDetail }

/** A change that is to be done once. */
interface Task {
  /** Names the intent: who asks, what call, and the `basic.id`, which nobody else knows. */
  intent: string
  /** What was asked. */
  question: unknown
  /** Does it. A fault of the service itself is thrown, all else is an outcome. */
  perform: () => Promise<Outcome>
  /** Written together with the outcome. */
  note: (db: Db, code: number) => Promise<unknown>
}

/**
 * Does a change once: the same question of the same intent gets the first answer again, for a day, on every service that shares the
 * database, and after a crash. That a change begins is written before anything of it is, and what it came to before it is answered: where
 * the service itself failed or died in between, nobody knows how far it came, and it is refused with outcome-unknown instead of done twice.
 */
export class Once {
  readonly #db: Db
  readonly #now: Now
  readonly #nodeId: string
  readonly #isAlone: boolean
  readonly #running = new Map<string, { question: string; outcome: Promise<Outcome> }>()

  /** `isAlone`: no other service works on this database. */
  constructor(parts: { db: Db; now: Now; nodes: Pick<Nodes, 'id'>; isAlone: boolean }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#nodeId = parts.nodes.id
    this.#isAlone = parts.isAlone
  }

  /**
   * The answer. Fails with what the change is refused with, and with parameter-error when the same intent asks for something else.
   */
  async run(task: Task): Promise<unknown> {
    const outcome = await this.#outcomeOf(task)
    if (outcome.ok) return outcome.data
    throw new CallFault(nameOfError(outcome.code), outcome.detail)
  }

  /** Forgets what is older than a day. */
  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('once')
      .where('begun_at_ms', '<', this.#now() - KEEP_MS)
      .execute()
  }

  async #outcomeOf(task: Task): Promise<Outcome> {
    const question = sha256(JSON.stringify(task.question) ?? '')
    const running = this.#running.get(task.intent)
    if (running !== undefined) return running.question === question ? running.outcome : otherQuestion
    const outcome = this.#begin(task, question)
    this.#running.set(task.intent, { question, outcome })
    return outcome.finally(() => this.#running.delete(task.intent))
  }

  async #begin(task: Task, question: string): Promise<Outcome> {
    const key = sha256(task.intent)
    const row = { key_sha256: key, question_sha256: question, begun_at_ms: this.#now(), outcome_sealed: null, node_id: this.#nodeId }
    const begun = await this.#db
      .insertInto('once')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('key_sha256')
      .executeTakeFirst()
    if (begun === undefined) return this.#known(task.intent, question)
    const outcome = await task.perform().catch(async (fault: unknown) => {
      await task.note(this.#db, 500)
      await this.#db.updateTable('once').set({ node_id: null }).where('key_sha256', '=', key).execute()
      throw fault
    })
    await this.#end(task, key, outcome)
    return outcome
  }

  async #end({ intent, note }: Task, key: string, outcome: Outcome): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await db
        .updateTable('once')
        .set({ outcome_sealed: seal(intent, outcome) })
        .where('key_sha256', '=', key)
        .execute()
      await note(db, outcome.ok ? 200 : outcome.code)
    })
  }

  /** What came of a change that was begun before. */
  async #known(intent: string, question: string): Promise<Outcome> {
    for (;;) {
      const found = this.#db.selectFrom('once').where('key_sha256', '=', sha256(intent))
      const row = await found.selectAll().executeTakeFirst()
      if (row !== undefined && row.question_sha256 !== question) return otherQuestion
      if (row?.outcome_sealed != null) return unseal(intent, row.outcome_sealed)
      if (row === undefined || (await this.#isLost(row))) return { ok: false, code: codeOf('outcome-unknown'), detail: {} }
      await pause(LOOK_EVERY_MS)
    }
  }

  /** Nobody is at it any more: this node would know. */
  async #isLost({ begun_at_ms, node_id }: { begun_at_ms: number; node_id: string | null }): Promise<boolean> {
    if (this.#isAlone || node_id === this.#nodeId) return true
    const node = this.#db.selectFrom('node').where('id', '=', node_id).select('id')
    const isThere = (await node.executeTakeFirst()) !== undefined
    return begun_at_ms + (isThere ? OTHERS_TAKE_MOST_MS : GONE_TAKE_MOST_MS) < this.#now()
  }
}

const otherQuestion: Outcome = { ok: false, code: codeOf('parameter-error'), detail: { field: 'basic.id' } }

/** Answers may hold what is otherwise kept as a hash alone. */
function seal(intent: string, outcome: Outcome): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealKey(intent), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(outcome), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

function unseal(intent: string, text: string): Outcome {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv(CIPHER, sealKey(intent), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(plain.toString('utf8')) as Outcome
}

function sealKey(intent: string): Buffer {
  return createHash('sha256').update(`outcome of ${intent}`).digest()
}
