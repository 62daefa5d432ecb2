import { queryOptions, skipToken, type QueryKey } from '@tanstack/react-query'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import { ask } from '../core/ask.ts'
import { callCore, callCoreAged, serviceNowMs } from '../core/core.ts'
import { noteAccess } from '../core/for-everybody.ts'
import { setAnswerAge } from '../query/answer-age.ts'
import type { Span } from '../../lib/recorded-parts.ts'

/** Questions for one camera's recordings, each of which goes on where the answer before ended. */
const MOST_QUESTIONS = 20
/** Pages of events of one day, the newest first: a day with more is a day of nothing but events. */
const MOST_PAGES = 10
const PAGE_SIZE = 100
/** What is being recorded grows; what was recorded on other days is told anew when somebody comes back to it. */
const GROWS_MS = 30_000
const OTHER_DAYS_MS = 5 * 60_000

/** Asks several times; the answer is as old as the oldest of its parts. */
function askOften<C extends Call, Result>(
  call: C,
  collect: (once: (input: InputOf<C>) => Promise<OutputOf<C>>) => Promise<Result>,
): (context: { queryKey: QueryKey; signal: AbortSignal }) => Promise<Result> {
  return noteAccess(call, async ({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }) => {
    const ages: number[] = []
    const result = await collect(async (input) => {
      const { data, asOfMs } = await callCoreAged(call, input, { quiet: true, signal })
      if (asOfMs !== undefined) ages.push(asOfMs)
      return data
    })
    setAnswerAge(queryKey, ages.length === 0 ? undefined : Math.min(...ages))
    return result
  })
}

/** What was recorded of a camera in a part of the past, the oldest first. */
export function recordedQuery({ sn, chlIndex }: ChannelRef, from: PastPlace, part: Span) {
  const isGrowing = part.toMs > serviceNowMs()
  return queryOptions({
    queryKey: ['recorded', 'segments', from, sn, chlIndex, part.fromMs, part.toMs],
    refetchInterval: isGrowing && GROWS_MS,
    staleTime: isGrowing ? GROWS_MS : OTHER_DAYS_MS,
    queryFn: askOften(eventVideoSearch, async (once) => {
      const segments: OutputOf<typeof eventVideoSearch>['segments'] = []
      const toMs = Math.min(part.toMs, serviceNowMs())
      let startMs = part.fromMs
      for (let question = 0; question < MOST_QUESTIONS && startMs < toMs; question++) {
        const answer = await once({ sn, chlIndex, from, fromMs: startMs, toMs })
        segments.push(...answer.segments)
        const lastMs = answer.segments.at(-1)?.endMs ?? 0
        if (!answer.isMore || lastMs <= startMs) break
        startMs = lastMs
      }
      return segments
    }),
  })
}

/** Days of a month (`2026-11`), in this zone, on which there are recordings of a camera. */
export function recordedDaysQuery({ sn, chlIndex }: ChannelRef, from: PastPlace, month: string, timeZone: string) {
  return queryOptions({
    queryKey: ['recorded', 'days', from, sn, chlIndex, month, timeZone],
    queryFn: ask(eventVideoExistDayList, { sn, chlIndex, from, month, timeZone }),
  })
}

/** The newest moments at which something happened before these cameras, in this time. Throws `CallError`, not announced. */
export async function findEvents(channels: readonly ChannelRef[], span: Span): Promise<{ times: number[]; isMore: boolean }> {
  const named = channels.map(({ sn, chlIndex }) => ({ sn, chlIndex }))
  const { events, next } = await callCore(eventSearchList, { ...span, channels: named, pageSize: PAGE_SIZE }, { quiet: true })
  return { times: events.map(({ atMs }) => atMs), isMore: next !== null }
}

/** When something happened before these cameras, in this time; without one nothing is asked for. */
export function eventTimesQuery(channels: readonly ChannelRef[], span: Span | undefined) {
  return queryOptions({
    queryKey: ['recorded', 'events', channels, span],
    enabled: channels.length > 0,
    queryFn: span ? askOften(eventSearchList, (once) => timesWithin(channels, span, once)) : skipToken,
  })
}

type AskForEvents = (input: InputOf<typeof eventSearchList>) => Promise<OutputOf<typeof eventSearchList>>

async function timesWithin(channels: readonly ChannelRef[], { fromMs, toMs }: Span, once: AskForEvents): Promise<number[]> {
  const times: number[] = []
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { events, next } = await once({ fromMs, toMs, channels: [...channels], pageSize: PAGE_SIZE, ...(after && { after }) })
    times.push(...events.map(({ atMs }) => atMs))
    if (next === null) break
    after = next
  }
  return times
}
