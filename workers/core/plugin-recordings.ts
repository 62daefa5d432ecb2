import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import type { CallResult } from '#contract/core-api.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { searchRecDate } from '#contract/plugin/commands/search-rec-date.ts'
import { searchRecLog } from '#contract/plugin/commands/search-rec-log.ts'
import { mergeSpans } from '#shared/time/merge-spans.ts'
import type { PluginSocket } from './plugin-socket.ts'

/** Answers of the plugin that make one of ours at most. */
const MOST_ANSWERS = 12

type Search = typeof eventVideoSearch
type Days = typeof eventVideoExistDayList

/**
 * Whether the plugin is asked before the service what was recorded: about what lasts until now. Of all that is over the service has the answer
 * in one piece, where the plugin tells it in a dozen, one after the other.
 */
export function isOfNow(path: string, input: unknown, nowMs: number): boolean {
  if (path !== eventVideoSearch.path) return true
  const question = eventVideoSearch.input.safeParse(input)
  return question.success && question.data.toMs >= nowMs
}

/** Whether the service could not ask the device what it recorded, and told what it knows of its events instead. */
export function isWithoutDevice(path: string, result: CallResult): boolean {
  return path === eventVideoSearch.path && result.ok && (result.data as OutputOf<Search>).source === 'events'
}

/**
 * What a device recorded, and on which days, as the plugin tells it (searchRECLog, searchRECDate) in the words of the service. Nothing when the
 * call is another one or about the cloud, or when the plugin is not there or the device does not answer it: then the service knows more.
 */
export async function askForRecordings(plugin: PluginSocket, path: string, input: unknown, nowMs: number): Promise<CallResult | undefined> {
  if (plugin.wire === undefined) return undefined
  if (path === eventVideoSearch.path) {
    const question = eventVideoSearch.input.safeParse(input)
    return question.success && question.data.from !== 'cloud' ? search(plugin, question.data, nowMs) : undefined
  }
  if (path !== eventVideoExistDayList.path) return undefined
  const question = eventVideoExistDayList.input.safeParse(input)
  return question.success && question.data.from !== 'cloud' ? days(plugin, question.data) : undefined
}

async function days(
  plugin: PluginSocket,
  { sn, chlIndex, month, timeZone }: InputOf<Days>,
): Promise<CallResult<OutputOf<Days>> | undefined> {
  const answer = await plugin.ask(searchRecDate, { sn, chlIndex, month, timeZone })
  return answer.ok ? { ok: true, data: { days: [...new Set(answer.data.days)].toSorted(), source: 'device' } } : undefined
}

async function search(plugin: PluginSocket, question: InputOf<Search>, nowMs: number): Promise<CallResult<OutputOf<Search>> | undefined> {
  const { sn, chlIndex, types, fromMs, toMs } = question
  const found: OutputOf<Search>['segments'] = []
  const done = (isMore: boolean): CallResult<OutputOf<Search>> => ({
    ok: true,
    data: { segments: mergeSpans(found), isMore, source: 'device' },
  })
  if (types?.length === 0) return done(false)
  let startTime = fromMs
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
    const answer = await plugin.ask(searchRecLog, { sn, chlIndex, startTime, endTime: toMs, ...(types && { types }) })
    if (!answer.ok) return answers === 0 ? undefined : done(true)
    const { segments, isMore } = answer.data
    for (const { startTime: beginMs, endTime, type } of segments) {
      // An open end is the present (rule 3.17).
      const span = { startMs: Math.max(fromMs, beginMs), endMs: Math.min(toMs, endTime || nowMs), type }
      if (span.endMs > span.startMs) found.push(span)
    }
    if (!isMore) return done(false)
    // What begins there is told again, and goes into one with what was told.
    const nextMs = Math.max(...segments.map((segment) => segment.startTime))
    if (nextMs <= startTime) break
    startTime = nextMs
  }
  return done(true)
}
