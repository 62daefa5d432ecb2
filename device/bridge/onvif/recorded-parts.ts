import * as z from 'zod/mini'
import type { OnvifClient } from './client.ts'
import { findElement } from './event-tree.ts'
import { escapeXml } from './guarded-cam.ts'
import { answerOf, ask, first, instant, text, type FoundRecording } from './recording-search.ts'

/** A camera that turns its recording on and off more often than this within a span is not asked further: the rest counts as recorded. */
const MOST_PAGES = 10
const PAGE = 200
const TOPIC = 'tns1:RecordingHistory/Track/State'

interface Span {
  fromMs: number
  untilMs: number
}

const items = z.array(z.object({ $: z.object({ Name: z.string(), Value: z.union([z.string(), z.boolean()]) }) }))
const result = z.object({ trackToken: z.catch(text, ''), time: instant, event: z.unknown() })
const findAnswer = answerOf('findEventsResponse', z.object({ searchToken: text }))
const resultsAnswer = answerOf(
  'getEventSearchResultsResponse',
  z.object({ resultList: first(z.object({ searchState: text, result: z.optional(z.array(result)) })) }),
)

/**
 * Of this part of a camera's recording, when it has pictures (ONVIF recording search, "RecordingHistory/Track/State"): all of it where the camera
 * tells of no gap. Times by the camera's clock, epoch ms. Throws an `OnvifError`.
 */
export async function searchParts(client: OnvifClient, { token, track }: FoundRecording, { fromMs, untilMs }: Span): Promise<Span[]> {
  const scope = `<Scope><IncludedRecordings xmlns="http://www.onvif.org/ver10/schema">${escapeXml(token)}</IncludedRecordings></Scope>`
  const dialect = 'Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet" xmlns:tns1="http://www.onvif.org/ver10/topics"'
  const topic = `<TopicExpression xmlns="http://docs.oasis-open.org/wsn/b-2" ${dialect}>${TOPIC}</TopicExpression>`
  const span = `<StartPoint>${timeText(fromMs)}</StartPoint><EndPoint>${timeText(untilMs)}</EndPoint>`
  const rest = '<IncludeStartState>true</IncludeStartState><KeepAliveTime>PT10S</KeepAliveTime>'
  const { searchToken } = await ask(client, findAnswer, 'FindEvents', `${span}${scope}<SearchFilter>${topic}</SearchFilter>${rest}`)
  const wanted = `<SearchToken>${escapeXml(searchToken)}</SearchToken>`
  const turns: { atMs: number; isOn: boolean }[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const limits = `<MinResults>1</MinResults><MaxResults>${PAGE}</MaxResults><WaitTime>PT5S</WaitTime>`
    const { resultList } = await ask(client, resultsAnswer, 'GetEventSearchResults', wanted + limits)
    for (const { trackToken, time, event } of resultList.result ?? []) {
      const isOn = hasData(event)
      if (isOn !== undefined && (track === '' || trackToken === track)) turns.push({ atMs: time, isOn })
    }
    if (resultList.searchState === 'Completed') return spansOf(turns, { fromMs, untilMs })
  }
  await ask(client, z.unknown(), 'EndSearch', wanted).catch(() => {})
  return spansOf(turns, { fromMs, untilMs })
}

function spansOf(told: readonly { atMs: number; isOn: boolean }[], { fromMs, untilMs }: Span): Span[] {
  const turns = told.toSorted((one, other) => one.atMs - other.atMs)
  const spans: Span[] = []
  // Before the first turn it was the other way round.
  let onMs = turns[0]?.isOn === true ? undefined : fromMs
  for (const { atMs, isOn } of turns) {
    if (isOn) onMs ??= Math.max(atMs, fromMs)
    else {
      if (onMs !== undefined && Math.min(atMs, untilMs) > onMs) spans.push({ fromMs: onMs, untilMs: Math.min(atMs, untilMs) })
      onMs = undefined
    }
  }
  if (onMs !== undefined && untilMs > onMs) spans.push({ fromMs: onMs, untilMs })
  return spans
}

function hasData(event: unknown): boolean | undefined {
  const found = items.safeParse(findElement(event, 'data')?.['simpleItem'])
  const said = found.data?.find(({ $ }) => $.Name === 'IsDataPresent')?.$.Value
  return said === undefined ? undefined : ['true', '1'].includes(String(said).toLowerCase())
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString()
}
