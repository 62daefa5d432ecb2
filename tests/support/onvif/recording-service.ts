import { escapeXml, SoapFault, textOf, type Element } from './soap.ts'

/** A recording that a camera keeps, and where it plays. Times by the clock of the camera, epoch ms. */
export interface StandInRecording {
  token: string
  /** the sensor, 'sensor-1' unless named */
  source?: string
  fromMs: number
  untilMs: number
  replayUrl: string
}

/** Search and replay of a camera that records itself (ONVIF Profile G): each search gives its recordings one by one, as cameras do that look slowly. */
export class StandInRecordings {
  readonly #recordings: readonly StandInRecording[]
  readonly #searches = new Map<string, StandInRecording[]>()
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
    const token = textOf(body['SearchToken'])
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

function timeText(atMs: number): string {
  return new Date(atMs).toISOString()
}
