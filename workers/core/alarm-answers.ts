import type * as z from 'zod/mini'
import {
  cutPage,
  isSameAlarm,
  joinNews,
  laterOf,
  pageWithNews,
  unreadWithNews,
  whenRead,
  type AlarmNews,
  type ToldAlarm,
} from '#contract/alarm-news.ts'
import { ALARMS_A_PAGE, alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import type { CallResult } from '#contract/core-api.ts'
import type { Call } from '#contract/define-call.ts'
import type { AlarmMessage } from '#contract/push.ts'
import { InOrder } from './in-order.ts'
import type { Ports } from './ports.ts'

/** Tabs are told, and answers are written, this often at most, however many alarms there are in a second. */
const EVERY_MS = 300
/** Answers that are kept up to date, those that were asked for last. */
const MOST_FOLLOWED = 20
/** Alarms that are known to have been told. */
const MOST_KNOWN = 1_000
/** A first page grows by what is raised; more of it is not kept. */
const MOST_KEPT = 2 * ALARMS_A_PAGE
/** More alarms at once are not told one by one: all is asked for anew. */
const MOST_AT_ONCE = 500

const none: AlarmNews = { alarms: [], read: [] }

interface Question {
  call: Call
  input: unknown
}

/**
 * Brings answers about alarms up to date with what is pushed, so that nobody has to ask anew: those that are on their way, those that are
 * kept for when the network is gone, and by `onNews` those that tabs show.
 */
export class AlarmAnswers {
  readonly #ports: Ports
  readonly #onNews: (news: AlarmNews) => void
  readonly #onTooMany: () => void
  #gathered = none
  #toldAtMs = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | undefined
  /** As they were told last, the newest last. */
  readonly #known = new Map<string, ToldAlarm>()
  /** Questions by the key of their answers, which have been up to date since they were asked. */
  readonly #followed = new Map<string, Question>()
  /** Another object for each person. */
  #person = {}
  /** For each question on its way, what was told since. */
  readonly #underWay = new Set<AlarmNews[]>()
  /** Answers are read, changed and written one after the other. */
  readonly #writing = new InOrder()

  constructor(ports: Ports, listener: { onNews: (news: AlarmNews) => void; onTooMany: () => void }) {
    this.#ports = ports
    this.#onNews = listener.onNews
    this.#onTooMany = listener.onTooMany
  }

  static isAbout(call: Call): boolean {
    return call.path === alarmSearchList.path || call.path === alarmUnreadCount.path
  }

  /** Asks, and brings the answer up to date with what was told while it was on its way. */
  async ask(question: Question, send: () => Promise<CallResult>): Promise<CallResult> {
    const since: AlarmNews[] = []
    this.#underWay.add(since)
    try {
      const result = await send()
      return result.ok ? { ...result, data: since.reduce((answer, news) => withNews(question, answer, news), result.data) } : result
    } finally {
      this.#underWay.delete(since)
    }
  }

  /** Keeps an answer that was just given, and keeps it up to date. */
  keep(key: string, question: Question, kept: { data: unknown; asOfMs: number }): void {
    this.#followed.delete(key)
    this.#followed.set(key, question)
    const [oldest] = this.#followed.keys()
    if (this.#followed.size > MOST_FOLLOWED && oldest !== undefined) this.#followed.delete(oldest)
    const person = this.#person
    void this.#writing.add(async () => {
      if (person === this.#person) await this.#ports.store.answers.put(key, kept, kept.asOfMs)
    })
  }

  hear(message: AlarmMessage): void {
    const news = this.#newsIn(message)
    if (news === undefined) return
    this.#gathered = joinNews(this.#gathered, news)
    const { clock } = this.#ports
    const waitMs = this.#toldAtMs + EVERY_MS - clock.steadyMs()
    if (waitMs <= 0) this.#tell()
    else this.#cancel ??= clock.after(waitMs, () => this.#tell())
  }

  /** Messages may have been missed: what is not asked for anew stays as it is kept. */
  lose(): void {
    this.#followed.clear()
  }

  forgetPerson(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#gathered = none
    this.#known.clear()
    this.#followed.clear()
    this.#underWay.clear()
    this.#person = {}
  }

  /** What a message says that was not known. */
  #newsIn(message: AlarmMessage): AlarmNews | undefined {
    if (message.infoType === 'alarms-read') {
      const read = [message.infoContent]
      for (const [alarmId, told] of this.#known) this.#known.set(alarmId, { ...told, alarm: whenRead(told.alarm, read) })
      return { alarms: [], read }
    }
    const told = { alarm: message.infoContent, isNew: message.infoType === 'alarm' }
    const { alarmId } = told.alarm
    const known = this.#known.get(alarmId)
    const now = known === undefined ? told : laterOf(known, told)
    this.#known.delete(alarmId)
    this.#known.set(alarmId, now)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    return known !== undefined && isSame(known, now) ? undefined : { alarms: [now], read: [] }
  }

  #tell(): void {
    const news = this.#gathered
    this.#cancel?.()
    this.#cancel = undefined
    this.#gathered = none
    this.#toldAtMs = this.#ports.clock.steadyMs()
    if (news.alarms.length > MOST_AT_ONCE) return this.#onTooMany()
    for (const since of this.#underWay) since.push(news)
    this.#onNews(news)
    const nowMs = this.#ports.clock.nowMs()
    void this.#writing.add(() => this.#write(news, nowMs))
  }

  async #write(news: AlarmNews, nowMs: number): Promise<void> {
    const { answers } = this.#ports.store
    for (const [key, question] of this.#followed) {
      const kept = await answers.get(key)
      // It was cleared, or is not up to date any more.
      if (kept === undefined || this.#followed.get(key) !== question) continue
      await answers.put(key, { data: withNews(question, kept.data, news), asOfMs: nowMs }, nowMs)
    }
  }
}

function isSame(one: ToldAlarm, other: ToldAlarm): boolean {
  return one.isNew === other.isNew && isSameAlarm(one.alarm, other.alarm)
}

/** The answer was parsed by the very call's schema, and the question is a tab's own. */
function withNews({ call, input }: Question, answer: unknown, news: AlarmNews): unknown {
  if (call.path === alarmUnreadCount.path) return unreadWithNews(answer as z.output<typeof alarmUnreadCount.output>, news)
  const page = pageWithNews(input as z.output<typeof alarmSearchList.input>, answer as z.output<typeof alarmSearchList.output>, news)
  return cutPage(page, MOST_KEPT)
}
