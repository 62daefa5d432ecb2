import * as z from 'zod/mini'
import type { OnvifClient } from './client.ts'
import { escapeXml } from './guarded-cam.ts'

const NAMESPACE = 'http://www.onvif.org/ver10/search/wsdl'
/** Recordings, or parts of them, that are looked at. A camera has a handful, a recorder one for each of its cameras. */
const MOST_PAGES = 20
const PAGE = 100

/** A recording that a camera keeps: what is filmed, and from when to when it has pictures, by the camera's clock, epoch ms. */
export interface FoundRecording {
  token: string
  /** Of its pictures. */
  track: string
  sourceId: string
  fromMs: number
  untilMs: number
}

/** An element of the library's XML reader, which has a list for every name: the first of them. */
export function first<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.tuple([schema], z.unknown()),
    z.transform(([value]) => value),
  )
}
export const text = first(
  z.union([
    z.string(),
    z.pipe(
      z.object({ _: z.string() }),
      z.transform(({ _: value }) => value),
    ),
  ]),
)
export const instant = z.pipe(
  text,
  z.transform((written) => Date.parse(written)),
)
export function answerOf<Schema extends z.ZodMiniType>(name: string, schema: Schema) {
  const answer = z.object({ [name]: first(schema) })
  return z.pipe(
    first(answer),
    z.transform((found) => found[name] as z.output<Schema>),
  )
}

const summaryAnswer = answerOf(
  'getRecordingSummaryResponse',
  z.object({ summary: first(z.object({ dataFrom: instant, dataUntil: instant, numberRecordings: text })) }),
)
const findAnswer = answerOf('findRecordingsResponse', z.object({ searchToken: text }))
const track = z.object({ trackToken: z.catch(text, ''), trackType: text, dataFrom: instant, dataTo: instant })
const information = z.object({
  recordingToken: text,
  source: z.optional(first(z.object({ sourceId: z.optional(text) }))),
  track: z.optional(z.array(track)),
})
const resultsAnswer = answerOf(
  'getRecordingSearchResultsResponse',
  z.object({ resultList: first(z.object({ searchState: text, recordingInformation: z.optional(z.array(information)) })) }),
)

/** What a camera has recorded itself (ONVIF Profile G). Throws an `OnvifError`. */
export async function searchRecordings(client: OnvifClient): Promise<FoundRecording[]> {
  const { summary } = await ask(client, summaryAnswer, 'GetRecordingSummary')
  if (Number(summary.numberRecordings) === 0) return []
  const scope = '<Scope/><KeepAliveTime>PT10S</KeepAliveTime>'
  const { searchToken } = await ask(client, findAnswer, 'FindRecordings', scope)
  const wanted = `<SearchToken>${escapeXml(searchToken)}</SearchToken>`
  const found: FoundRecording[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const limits = `<MinResults>1</MinResults><MaxResults>${PAGE}</MaxResults><WaitTime>PT5S</WaitTime>`
    const { resultList } = await ask(client, resultsAnswer, 'GetRecordingSearchResults', wanted + limits)
    for (const { recordingToken: token, source, track: tracks = [] } of resultList.recordingInformation ?? []) {
      for (const { trackToken, trackType, dataFrom: fromMs, dataTo: untilMs } of tracks) {
        if (trackType === 'Video' && untilMs > fromMs)
          found.push({ token, track: trackToken, sourceId: source?.sourceId ?? '', fromMs, untilMs })
      }
    }
    if (resultList.searchState === 'Completed') return found
  }
  await ask(client, z.unknown(), 'EndSearch', wanted).catch(() => {})
  return found
}

export function ask<Schema extends z.ZodMiniType>(
  client: OnvifClient,
  answer: Schema,
  name: string,
  content = '',
): Promise<z.output<Schema>> {
  return client.ask(answer, (cam, done) => cam.search(`<${name} xmlns="${NAMESPACE}">${content}</${name}>`, done))
}
