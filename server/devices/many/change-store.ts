import { KEPT_CHANGES, type ChangeLine, type ManyChange, manyChange } from '#contract/calls/device/many-change.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { changeLineTransitions, manyChangeTransitions, type ChangeLineState, type ChangeState } from '#contract/states/many-changes.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import type { Now } from '../../runtime/clock.ts'
import { randomId } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import type { Principal } from '../../access/caller.ts'

/** Whoever is at work on a line says so more often than this; else the line counts as broken off. */
const LEASE_MS = 30_000
/** Of one organization, under way at a time. */
const MOST_RUNNING = 5

/** A device whose turn has come, and by whose rights. */
export interface ClaimedLine {
  changeId: string
  position: number
  sn: string
  change: ManyChange
  organizationId: string
  userId: string
  remoteAccessId: string | null
}

/** What became of a device. */
export interface LineEnd {
  state: Extract<ChangeLineState, 'done' | 'failed'>
  code: ErrorCode | null
  field: string | null
}

/** Changes of many devices as they are kept: what is to be done, and what became of each device. */
export class ChangeStore {
  readonly #db: Db
  readonly #now: Now

  constructor({ db, now }: { db: Db; now: Now }) {
    this.#db = db
    this.#now = now
  }

  /** Keeps a change whose devices wait, and forgets the oldest of the person's. Fails with too-many-changes. */
  async begin(who: Principal, change: ManyChange, devices: readonly { sn: string; name: string }[]): Promise<string> {
    await this.#requireRoom(who.organizationId)
    const id = randomId()
    const started_ms = this.#now()
    await this.#db.transaction().execute(async (db) => {
      await db
        .insertInto('many_change')
        .values({
          id,
          organization_id: who.organizationId,
          user_id: who.userId,
          remote_access_id: who.remoteAccessId ?? null,
          change_json: JSON.stringify(change),
          state: 'running',
          started_ms,
          ended_ms: null,
        })
        .execute()
      const idle = { state: 'waiting' as const, code: null, field: null, lease_until_ms: null, at_ms: started_ms }
      const lines = devices.map(({ sn, name }, position) => ({ change_id: id, position, sn, name, ...idle }))
      // A statement takes so many values and no more.
      for (let first = 0; first < lines.length; first += 50)
        await db
          .insertInto('many_change_line')
          .values(lines.slice(first, first + 50))
          .execute()
    })
    await this.#forgetOldest(who.userId)
    return id
  }

  async summaries(who: Principal) {
    const rows = await this.#own(who).orderBy('started_ms', 'desc').limit(KEPT_CHANGES).selectAll().execute()
    if (rows.length === 0) return []
    const counts = await this.#db
      .selectFrom('many_change_line')
      .where(
        'change_id',
        'in',
        rows.map(({ id }) => id),
      )
      .groupBy(['change_id', 'state'])
      .select(['change_id', 'state', ({ fn }) => fn.countAll<number | string>().as('count')])
      .execute()
    return rows.map((row) => {
      const own = counts.filter(({ change_id }) => change_id === row.id)
      const of = (state?: ChangeLineState) =>
        own.reduce((sum, one) => sum + (state === undefined || one.state === state ? Number(one.count) : 0), 0)
      return { ...summaryOf(row), total: of(), done: of('done'), failed: of('failed') }
    })
  }

  /** Fails with change-missing when it is not there, or another's. */
  async read(who: Principal, changeId: string) {
    const row = await this.#require(who, changeId)
    const lines = await this.#db
      .selectFrom('many_change_line')
      .where('change_id', '=', changeId)
      .orderBy('position')
      .select(['sn', 'name', 'state', 'code', 'field', 'at_ms'])
      .execute()
    return { ...summaryOf(row), lines: lines.map(({ at_ms, ...line }): ChangeLine => ({ ...line, atMs: at_ms })) }
  }

  /** Leaves those as they are whose turn has not come. Fails with change-missing. */
  async callOff(who: Principal, changeId: string): Promise<void> {
    const { state } = await this.#require(who, changeId)
    if (state !== 'running') return
    await this.#become(changeId, 'running', 'called-off')
    await this.#move(changeId, 'waiting', 'called-off')
  }

  /** Puts those in the queue again that failed or were called off. Fails with change-missing and too-many-changes. */
  async retry(who: Principal, changeId: string): Promise<void> {
    const { state } = await this.#require(who, changeId)
    if (state !== 'running') await this.#requireRoom(who.organizationId)
    await this.#move(changeId, 'failed', 'waiting')
    await this.#move(changeId, 'called-off', 'waiting')
    if (state !== 'running') await this.#become(changeId, state, 'running')
  }

  /** Takes lines that wait, fairly: of each organization as many as may be under way. */
  async claim(most: number, mostOfOrganization: number): Promise<ClaimedLine[]> {
    const running = await this.#db
      .selectFrom('many_change')
      .where('state', '=', 'running')
      .orderBy('started_ms')
      .limit(100)
      .selectAll()
      .execute()
    const claimed: ClaimedLine[] = []
    const busy = new Map<string, number>()
    for (const row of running) {
      const all = await this.#db
        .selectFrom('many_change_line')
        .where('change_id', '=', row.id)
        .where('state', '=', 'running')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      busy.set(row.organization_id, (busy.get(row.organization_id) ?? 0) + Number(all.count))
    }
    for (const row of running) {
      const room = Math.min(most - claimed.length, mostOfOrganization - (busy.get(row.organization_id) ?? 0))
      if (room <= 0) continue
      const own = await this.#claimOf(row.id, room)
      busy.set(row.organization_id, (busy.get(row.organization_id) ?? 0) + own.length)
      const { organization_id: organizationId, user_id: userId, remote_access_id: remoteAccessId } = row
      const change = manyChange.parse(JSON.parse(row.change_json))
      for (const { position, sn } of own) claimed.push({ changeId: row.id, position, sn, change, organizationId, userId, remoteAccessId })
    }
    return claimed
  }

  /** Says that somebody is still at work on it. */
  async hold({ changeId, position }: ClaimedLine): Promise<void> {
    await this.#line(changeId, position)
      .where('state', '=', 'running')
      .set({ lease_until_ms: this.#now() + LEASE_MS })
      .execute()
  }

  /** Writes what became of a device. */
  async finish({ changeId, position }: ClaimedLine, { state, code, field }: LineEnd): Promise<void> {
    changeState(changeLineTransitions, 'running', state)
    await this.#line(changeId, position)
      .where('state', '=', 'running')
      .set({ state, code, field, lease_until_ms: null, at_ms: this.#now() })
      .execute()
  }

  /** Ends changes of which nothing waits any more, and lines that a process left behind with this code. Answers whose changes ended. */
  async settle(interruptedCode: ErrorCode): Promise<string[]> {
    const ended: string[] = []
    const running = await this.#db
      .selectFrom('many_change')
      .where('state', 'in', ['running', 'called-off'])
      .where('ended_ms', 'is', null)
      .select(['id', 'state', 'user_id'])
      .execute()
    for (const { id, state, user_id } of running) {
      await this.#db
        .updateTable('many_change_line')
        .where('change_id', '=', id)
        .where('state', '=', 'running')
        .where('lease_until_ms', '<=', this.#now())
        .set({
          state: changeState(changeLineTransitions, 'running', 'failed'),
          code: interruptedCode,
          lease_until_ms: null,
          at_ms: this.#now(),
        })
        .execute()
      const open = await this.#db
        .selectFrom('many_change_line')
        .where('change_id', '=', id)
        .where('state', 'in', ['waiting', 'running'])
        .select('position')
        .limit(1)
        .executeTakeFirst()
      if (open !== undefined) continue
      const next = state === 'running' ? changeState(manyChangeTransitions, 'running', 'ended') : state
      await this.#db
        .updateTable('many_change')
        .where('id', '=', id)
        .where('state', '=', state)
        .set({ state: next, ended_ms: this.#now() })
        .execute()
      ended.push(user_id)
    }
    return ended
  }

  #own({ organizationId, userId }: Principal) {
    return this.#db.selectFrom('many_change').where('user_id', '=', userId).where('organization_id', '=', organizationId)
  }

  #line(changeId: string, position: number) {
    return this.#db.updateTable('many_change_line').where('change_id', '=', changeId).where('position', '=', position)
  }

  async #require(who: Principal, changeId: string) {
    const row = await this.#own(who).where('id', '=', changeId).selectAll().executeTakeFirst()
    if (row === undefined) throw new CallFault('change-missing')
    return row
  }

  async #requireRoom(organizationId: string): Promise<void> {
    const { count } = await this.#db
      .selectFrom('many_change')
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'running')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_RUNNING) throw new CallFault('too-many-changes')
  }

  async #claimOf(changeId: string, room: number): Promise<{ position: number; sn: string }[]> {
    const waiting = this.#db.selectFrom('many_change_line').where('change_id', '=', changeId).where('state', '=', 'waiting')
    const next = await waiting.orderBy('position').limit(room).select(['position', 'sn']).execute()
    const claimed: { position: number; sn: string }[] = []
    for (const line of next) {
      const { numUpdatedRows } = await this.#line(changeId, line.position)
        .where('state', '=', 'waiting')
        .set({ state: 'running', lease_until_ms: this.#now() + LEASE_MS, at_ms: this.#now() })
        .executeTakeFirst()
      // Another process may have been quicker.
      if (numUpdatedRows > 0n) claimed.push(line)
    }
    return claimed
  }

  async #become(changeId: string, from: ChangeState, to: ChangeState): Promise<void> {
    const state = changeState(manyChangeTransitions, from, to)
    await this.#db.updateTable('many_change').where('id', '=', changeId).where('state', '=', from).set({ state, ended_ms: null }).execute()
  }

  async #move(changeId: string, from: ChangeLineState, to: ChangeLineState): Promise<void> {
    const state = changeState(changeLineTransitions, from, to)
    await this.#db
      .updateTable('many_change_line')
      .where('change_id', '=', changeId)
      .where('state', '=', from)
      .set({ state, code: null, field: null, at_ms: this.#now() })
      .execute()
  }

  async #forgetOldest(userId: string): Promise<void> {
    const own = this.#db.selectFrom('many_change').where('user_id', '=', userId).select('id')
    const newest = own.orderBy('started_ms', 'desc').orderBy('id').limit(KEPT_CHANGES)
    await this.#db
      .deleteFrom('many_change')
      .where('user_id', '=', userId)
      .where('state', '!=', 'running')
      .where('id', 'not in', newest)
      .execute()
  }
}

function summaryOf(row: { id: string; change_json: string; state: ChangeState; started_ms: number; ended_ms: number | null }) {
  const change = manyChange.parse(JSON.parse(row.change_json))
  return { jobId: row.id, change, state: row.state, startedMs: row.started_ms, endedMs: row.ended_ms }
}
