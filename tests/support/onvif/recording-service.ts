import { asElement, escapeXml, SoapFault, textOf, type Element } from './soap.ts'

/** A recording that a camera keeps, and where it plays. Times by the clock of the camera, epoch ms. */
export interface StandInRecording {
  token: string
  /** the sensor, 'sensor-1' unless named */
  source?: string
  fromMs: number
  untilMs: number
  /** What is missing in between; a camera without this tells of no gaps. */
  gaps?: readonly { fromMs: number; untilMs: number }[]
  replayUrl: string
}

/** Search and replay of a camera that records itself (ONVIF Profile G): each search gives its recordings one by one, as cameras do that look slowly. */
export class StandInRecordings {
  readonly #recordings: readonly StandInRecording[]
  readonly #searches = new Map<string, StandInRecording[]>()
  readonly #eventSearches = new Map<string, string[]>()
  #begun = 0

  constructor(recordings: readonly StandInRecording[]) {
    this.#recordings = recordings
  }

  search(action: string, body: Element): string | undefined {
    if (action === 'GetRecordingSummary') return this.#summary()
    if (action === 'FindRecordings') {
      if (textOf(body['KeepAliveTime']) === '') throw new SoapFault('ter:InvalidArgVal', 'a search wants its time')
      const token = `search-${(this.#begun += 1)}`
      this.#searches.set(token, [...this.#recordings])
      return `<tse:FindRecordingsResponse><tse:SearchToken>${token}</tse:SearchToken></tse:FindRecordingsResponse>`
    }
    if (action === 'FindEvents') {
      const token = `events-${(this.#begun += 1)}`
      this.#eventSearches.set(token, this.#turns(body))
      return `<tse:FindEventsResponse><tse:SearchToken>${token}</tse:SearchToken></tse:FindEventsResponse>`
    }
    const token = textOf(body['SearchToken'])
    const events = this.#eventSearches.get(token)
    if (events !== undefined && action === 'GetEventSearchResults') {
      const found = events.splice(0, 2).join('')
      const state = events.length > 0 ? 'Searching' : 'Completed'
      return (
        `<tse:GetEventSearchResultsResponse><tse:ResultList><tt:SearchState>${state}</tt:SearchState>${found}` +
        '</tse:ResultList></tse:GetEventSearchResultsResponse>'
      )
    }
    const left = this.#searches.get(token)
    if (left === undefined) throw new SoapFault('ter:InvalidToken', 'no such search')
    if (action === 'EndSearch') {
      this.#searches.delete(token)
      return '<tse:EndSearchResponse/>'
    }
    if (action !== 'GetRecordingSearchResults') return undefined
    const next = left.splice(0, 1)
    const state = left.length > 0 ? 'Searching' : 'Completed'
    return (
      `<tse:GetRecordingSearchResultsResponse><tse:ResultList><tt:SearchState>${state}</tt:SearchState>` +
      `${next.map(informationXml).join('')}</tse:ResultList></tse:GetRecordingSearchResultsResponse>`
    )
  }

  /** When a recording of the scope begins and stops having pictures, in the span that is asked for, and how it was at its begin. */
  #turns(body: Element): string[] {
    const [startMs, endMs] = [Date.parse(textOf(body['StartPoint'])), Date.parse(textOf(body['EndPoint']))]
    const wanted = textOf(asElement(body['Scope'])['IncludedRecordings'])
    const found = this.#recordings.find(({ token }) => token === wanted)
    if (found === undefined) throw new SoapFault('ter:InvalidToken', 'no such recording')
    if (found.gaps === undefined) throw new SoapFault('ter:ActionNotSupported', 'optional action not implemented', 500)
    const isOnAt = (atMs: number) => !found.gaps?.some((gap) => gap.fromMs <= atMs && atMs < gap.untilMs)
    const turns = found.gaps.flatMap((gap) => [gap.fromMs, gap.untilMs]).filter((atMs) => atMs > startMs && atMs < endMs)
    return [startMs, ...turns].map((atMs, index) => turnXml(found.token, atMs, isOnAt(atMs), index === 0))
  }

  replay(action: string, body: Element): string | undefined {
    if (action !== 'GetReplayUri') return undefined
    const found = this.#recordings.find(({ token }) => token === textOf(body['RecordingToken']))
    if (found === undefined) throw new SoapFault('ter:NoRecording', 'no such recording')
    return `<trp:GetReplayUriResponse><trp:Uri>${escapeXml(found.replayUrl)}</trp:Uri></trp:GetReplayUriResponse>`
  }

  #summary(): string {
    const [from, until] = [this.#recordings.map(({ fromMs }) => fromMs), this.#recordings.map(({ untilMs }) => untilMs)]
    return (
      `<tse:GetRecordingSummaryResponse><tse:Summary><tt:DataFrom>${timeText(Math.min(...from))}</tt:DataFrom>` +
      `<tt:DataUntil>${timeText(Math.max(...until))}</tt:DataUntil><tt:NumberRecordings>${this.#recordings.length}</tt:NumberRecordings>` +
      '</tse:Summary></tse:GetRecordingSummaryResponse>'
    )
  }
}

function informationXml({ token, source = 'sensor-1', fromMs, untilMs }: StandInRecording): string {
  const times = `<tt:DataFrom>${timeText(fromMs)}</tt:DataFrom><tt:DataTo>${timeText(untilMs)}</tt:DataTo>`
  return (
    `<tt:RecordingInformation><tt:RecordingToken>${escapeXml(token)}</tt:RecordingToken><tt:Source><tt:SourceId>${source}</tt:SourceId>` +
    '<tt:Name>camera</tt:Name><tt:Location/><tt:Description/><tt:Address/></tt:Source>' +
    `<tt:EarliestRecording>${timeText(fromMs)}</tt:EarliestRecording><tt:LatestRecording>${timeText(untilMs)}</tt:LatestRecording>` +
    '<tt:Content>all</tt:Content>' +
    `<tt:Track><tt:TrackToken>V1</tt:TrackToken><tt:TrackType>Video</tt:TrackType><tt:Description/>${times}</tt:Track>` +
    `<tt:Track><tt:TrackToken>M1</tt:TrackToken><tt:TrackType>Metadata</tt:TrackType><tt:Description/>${times}</tt:Track>` +
    '<tt:RecordingStatus>Stopped</tt:RecordingStatus></tt:RecordingInformation>'
  )
}

function turnXml(token: string, atMs: number, isOn: boolean, isStart: boolean): string {
  const utc = timeText(atMs)
  return (
    `<tt:Result><tt:RecordingToken>${escapeXml(token)}</tt:RecordingToken><tt:TrackToken>V1</tt:TrackToken><tt:Time>${utc}</tt:Time>` +
    '<tt:Event><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:RecordingHistory/Track/State</wsnt:Topic>' +
    `<wsnt:Message><tt:Message UtcTime="${utc}"><tt:Source><tt:SimpleItem Name="RecordingToken" Value="${escapeXml(token)}"/>` +
    '<tt:SimpleItem Name="Track" Value="V1"/></tt:Source>' +
    `<tt:Data><tt:SimpleItem Name="IsDataPresent" Value="${isOn}"/></tt:Data></tt:Message></wsnt:Message></tt:Event>` +
    `<tt:StartStateEvent>${isStart}</tt:StartStateEvent></tt:Result>`
  )
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString()
}
