import type { ChangeResult, CallResult, ObjectFields, OutboxItem } from '#contract/core-api.ts'
import type { Person } from '#contract/calls/user/person.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import type { Call } from '#contract/define-call.ts'
import { codeOf, codesOf, kindOfError } from '#contract/errors.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import type { Calls } from './calls.ts'
import { ruleFor, type OutboxRule } from './outbox-rules.ts'
import type { Ports } from './ports.ts'
import { failure, faults, isOutOfReach } from './transport.ts'

export const OUTBOX_LOCK = 'sightline-outbox'
/** A person who waits for a form is told that the change is kept when it takes longer than this. */
const PATIENCE_MS = 8_000
const PATIENCE_UNREACHABLE_MS = 1_500
/** After a refusal that only says "later". */
const LATER_MS = 30_000
const later = codesOf('too-many-requests', 'too-frequent')

type Outcome = { kind: 'sent' } | { kind: 'stopped' } | { kind: 'later'; ms?: number }

/** What the outbox needs to know of the rest of the core. */
export interface OutboxSurroundings {
  userId: () => string | undefined
  isReachable: () => boolean
  onChange: () => void
}

/**
 * Changes on their way to the service. Each is written down before it is sent, with the id that makes the service do it once; it is
 * gone when the service has answered, and waits here while the service is out of reach. Changes of one object go in their
 * order. One that waited is sent only if the object is still what the person saw, or says itself what that was; else both are shown and the person decides.
 */
export class Outbox {
  readonly #ports: Ports
  readonly #calls: Calls
  readonly #around: OutboxSurroundings
  /** Forms that wait for the answer to their change, by its id. */
  readonly #waiting = new Map<string, (result: ChangeResult) => void>()
  #run: Promise<void> | undefined
  #isAskedAgain = false
  #cancelLater = () => {}
  #last: OutboxEntry[] = []
  #counts = { waiting: 0, stopped: 0 }
  /** When the last change was made. */
  #newestMs = 0

  constructor(ports: Ports, calls: Calls, around: OutboxSurroundings) {
    this.#ports = ports
    this.#calls = calls
    this.#around = around
  }

  get counts(): { waiting: number; stopped: number } {
    return this.#counts
  }

  /** Writes the change down, sends it, and answers what came of it; soon in any case. */
  async change(path: string, input: unknown, id: string): Promise<ChangeResult> {
    const call = this.#calls.find(path)
    const parsed = call?.offline === 'queue' ? call.input.safeParse(input) : undefined
    const userId = this.#around.userId()
    const rule = parsed?.success === true ? ruleFor(path, parsed.data) : undefined
    if (rule === undefined || userId === undefined) return { kind: 'answered', result: failure(faults.parameter, `no change ${path}`) }
    const madeAtMs = this.#moment()
    const answer = new Promise<ChangeResult>((resolve) => this.#waiting.set(id, resolve))
    if ((await this.#find(id)) === undefined) {
      const earlier =
        rule.together && (await this.#own()).findLast(({ object, state }) => object === rule.object && state.kind === 'waiting')
      const entry: OutboxEntry = {
        id,
        userId,
        path,
        input: earlier === undefined ? input : rule.together?.(earlier.input),
        madeAtMs,
        object: rule.object,
        state: { kind: 'waiting' },
      }
      const before = await this.#before(rule, userId)
      await this.#write(before === undefined ? entry : { ...entry, before })
      if (earlier !== undefined) await this.#replace(earlier.id)
    }
    const cancel = this.#ports.clock.after(this.#around.isReachable() ? PATIENCE_MS : PATIENCE_UNREACHABLE_MS, () =>
      this.#answer(id, { kind: 'queued' }),
    )
    this.flush()
    return answer.finally(cancel)
  }

  /** The time, for one change alone: they are sent in the order in which they were made, however quickly one followed the other. */
  #moment(): number {
    this.#newestMs = Math.max(this.#ports.clock.nowMs(), this.#newestMs + 1)
    return this.#newestMs
  }

  async list(): Promise<OutboxItem[]> {
    return (await this.#own()).map(({ id, path, input, madeAtMs, state }) => ({
      id,
      path,
      input,
      madeAtMs,
      state: state.kind === 'conflict' ? { ...state, mine: ruleFor(path, input)?.mine ?? null } : state,
    }))
  }

  /** Sends a stopped change under a new id: the old one may have been refused, or done before the object was changed. */
  async retry(id: string): Promise<void> {
    const entry = await this.#find(id)
    if (entry === undefined) return
    const { before: _, ...rest } = entry
    await this.#write({ ...rest, id: crypto.randomUUID(), state: { kind: 'waiting' } })
    await this.discard(id)
    this.flush()
  }

  /** What this one was to change, a later one changes: sent by now or not, it makes no difference any more. */
  async #replace(id: string): Promise<void> {
    await this.discard(id)
    this.#answer(id, { kind: 'queued' })
  }

  async discard(id: string): Promise<void> {
    await this.#ports.store.outbox.delete(id)
    await this.changed()
  }

  /** Counts what waits, and says that it is something else now. */
  async changed(): Promise<void> {
    await this.lookAgain()
    this.#around.onChange()
  }

  /** Counts what waits: another core may have changed it. */
  async lookAgain(): Promise<void> {
    this.#last = await this.#own()
    const waiting = this.#last.filter(({ state }) => state.kind === 'waiting').length
    this.#counts = { waiting, stopped: this.#last.length - waiting }
  }

  /** The storage was cleared, or is there at last: writes down again what was in the outbox. */
  async keepAgain(): Promise<void> {
    for (const entry of this.#last) await this.#ports.store.outbox.put(entry.id, entry, entry.madeAtMs)
    await this.changed()
    this.flush()
  }

  /** Sends what waits, one after the other; one core at a time. */
  flush(): void {
    this.#cancelLater()
    if (this.#run !== undefined) {
      this.#isAskedAgain = true
      return
    }
    this.#run = this.#ports.locks
      .request(OUTBOX_LOCK, () => this.#sendAll())
      // The lock was taken away: a core that replaces this one sends the rest.
      .catch(() => {})
      .finally(() => {
        this.#run = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.flush()
      })
  }

  stop(): void {
    this.#cancelLater()
  }

  /** A kept answer as it will be when what waits has been sent. */
  async overlay(call: Call, answer: unknown): Promise<unknown> {
    let shown = answer
    for (const { path, input } of await this.#own()) shown = ruleFor(path, input)?.show?.(call, shown) ?? shown
    return shown
  }

  /** The person as they chose to have the app, though the service may not have heard of it yet: what waits is written down, and holds. */
  asChosen(person: Person): Person {
    const chosen = this.#last.flatMap(({ path, input, state, userId }) =>
      path === profileUpdate.path && state.kind === 'waiting' && userId === person.userId ? [profileUpdate.input.parse(input)] : [],
    )
    return chosen.reduce<Person>(
      (shown, { theme = shown.theme, language = shown.language, choices }) => ({
        ...shown,
        theme,
        language,
        ...(choices !== undefined && { choices: { ...shown.choices, ...choices } }),
      }),
      person,
    )
  }

  async #sendAll(): Promise<void> {
    const stopped = new Set<string>()
    const tried = new Set<string>()
    for (;;) {
      const entry = (await this.#own()).find(({ id }) => !tried.has(id))
      if (entry === undefined) break
      tried.add(entry.id)
      const outcome: Outcome =
        entry.state.kind !== 'waiting' || stopped.has(entry.object) ? { kind: 'stopped' } : await this.#sendOne(entry)
      if (outcome.kind === 'stopped') {
        stopped.add(entry.object)
        this.#answer(entry.id, { kind: 'queued' })
      }
      if (outcome.kind !== 'later') continue
      if (outcome.ms !== undefined) this.#cancelLater = this.#ports.clock.after(outcome.ms, () => this.flush())
      break
    }
    for (const { id } of await this.#own()) this.#answer(id, { kind: 'queued' })
  }

  async #sendOne(entry: OutboxEntry): Promise<Outcome> {
    const rule = ruleFor(entry.path, entry.input)
    const call = this.#calls.find(entry.path)
    if (call === undefined || rule === undefined) return this.#stop(entry, { kind: 'refused', ...noCall })
    if (!this.#waiting.has(entry.id)) {
      const now = await this.#meanwhile(entry, rule)
      if (now === 'unknown') return { kind: 'later' }
      if (now !== 'as-before') return this.#stop(entry, { kind: 'conflict', now })
    }
    const result = await this.#calls.send(call, entry.input, { id: entry.id })
    if (isOutOfReach(result)) return { kind: 'later' }
    if (!result.ok && result.code !== rule.doneBy) {
      if (kindOfError(result.code) === 'logout') {
        this.#answer(entry.id, { kind: 'answered', result })
        return { kind: 'later' }
      }
      if (later.has(result.code)) return { kind: 'later', ms: LATER_MS }
      const { code, message, detail } = result
      if (!this.#waiting.has(entry.id)) return this.#stop(entry, { kind: 'refused', code, message, detail })
    }
    // Whoever waits for the answer reads in it what was left.
    const left = result.ok && !this.#waiting.has(entry.id) ? rule.left?.(result.data) : undefined
    if (left !== undefined) return this.#stop({ ...entry, input: left.input }, { kind: 'conflict', now: left.now })
    await this.discard(entry.id)
    this.#answer(entry.id, { kind: 'answered', result: result.ok || result.code !== rule.doneBy ? result : done })
    return { kind: 'sent' }
  }

  async #stop(entry: OutboxEntry, state: OutboxEntry['state']): Promise<Outcome> {
    await this.#write({ ...entry, state })
    return { kind: 'stopped' }
  }

  /** Whether the object of a change that waited is still what the person saw, or already what they want. */
  async #meanwhile(entry: OutboxEntry, { look, mine }: OutboxRule): Promise<'as-before' | 'unknown' | ObjectFields | null> {
    if (look === undefined || mine === undefined || entry.before === undefined) return 'as-before'
    const answer = await this.#calls.send(look.call, look.input)
    // What the question says to this refusal, the change itself will say too.
    if (!answer.ok) return isOutOfReach(answer) || kindOfError(answer.code) === 'logout' ? 'unknown' : 'as-before'
    const now = look.pick(answer.data) ?? null
    const names = Object.keys(mine ?? entry.before)
    const isAs = (other: ObjectFields | null) =>
      now === null || other === null ? now === other : names.every((name) => now[name] === other[name])
    return isAs(entry.before) || isAs(mine) ? 'as-before' : now
  }

  /** The object as the person saw it: as it was last answered, with what already waits. */
  async #before(rule: OutboxRule, userId: string): Promise<ObjectFields | undefined> {
    if (rule.look === undefined) return undefined
    const kept = await this.#calls.kept(rule.look.call, rule.look.input)
    const seen = kept && rule.look.pick(kept.data)
    if (seen === undefined) return undefined
    const earlier = (await this.#own()).filter((one) => one.object === rule.object && one.userId === userId)
    return Object.assign({}, seen, ...earlier.map(({ path, input }) => ruleFor(path, input)?.mine ?? {})) as ObjectFields
  }

  async #own(): Promise<OutboxEntry[]> {
    const userId = this.#around.userId()
    return userId === undefined ? [] : (await this.#ports.store.outbox.list()).filter((entry) => entry.userId === userId)
  }

  async #find(id: string): Promise<OutboxEntry | undefined> {
    return (await this.#own()).find((entry) => entry.id === id)
  }

  async #write(entry: OutboxEntry): Promise<void> {
    await this.#ports.store.outbox.put(entry.id, entry, entry.madeAtMs)
    await this.changed()
  }

  #answer(id: string, result: ChangeResult): void {
    this.#waiting.get(id)?.(result)
    this.#waiting.delete(id)
  }
}

const done: CallResult = { ok: true, data: null }
const noCall = { code: codeOf('parameter-error'), message: 'no such change', detail: {} }
