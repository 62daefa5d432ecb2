import type { ClipFault } from '#contract/enums.ts'
import type { ChannelRecording, SourceUnit, WantedPast } from '#device/agent/channel-source.ts'
import type { OtherPast } from '#device/recorder/other-past.ts'
import type { Log } from '#shared/log.ts'
import { openReplay, type Replay } from '../rtsp/replay.ts'
import type { OnvifClient } from './client.ts'
import { searchRecordings, type FoundRecording } from './recording-search.ts'

/** What was found counts for so long: whoever looks through the past asks many times a second. */
const FOUND_MS = 10_000
/** The camera tells its time in whole seconds: a clock that is off by no more is ours. */
const CLOCK_ERROR_MS = 3_000

interface CameraPastOptions {
  client: OnvifClient
  /** The profile and the sensor that are shown, by which a camera names what it has recorded. */
  profile: string
  source: string
  /** The camera has no other sensor. */
  isOnly: boolean
  /** for the log */
  label: string
  log: Log
}

/** What a camera has recorded itself (ONVIF Profile G): searched and played as it offers that. Of the sound nothing is asked for. */
export class CameraPast implements OtherPast {
  readonly #options: CameraPastOptions
  /** Whether it had anything when it was asked last. */
  isThere = false
  #found: { atMs: number; recordings: Promise<FoundRecording[]> } | undefined

  constructor(options: CameraPastOptions) {
    this.#options = options
  }

  /** Learns whether there is anything. */
  async look(): Promise<void> {
    this.isThere = (await this.#recordings()).length > 0
  }

  /** Never rejects. */
  async times(fromMs: number, untilMs: number): Promise<{ fromMs: number; untilMs: number }[]> {
    const found = await this.#recordings()
    const spans = found.map((one) => ({ fromMs: Math.max(fromMs, one.fromMs), untilMs: Math.min(untilMs, one.untilMs) }))
    return spans.filter((span) => span.untilMs > span.fromMs).toSorted((one, other) => one.fromMs - other.fromMs)
  }

  async recording({ startMs, endMs, isKeysOnly }: WantedPast): Promise<ChannelRecording | ClipFault> {
    const { client, label, log } = this.#options
    const [first] = (await this.#recordings())
      .filter((one) => one.fromMs < endMs && one.untilMs > startMs)
      .toSorted((one, other) => one.fromMs - other.fromMs)
    if (first === undefined) return 'no-recording'
    try {
      const url = await client.replayUrl(first.token)
      const aheadMs = this.#aheadMs
      const replay = await openReplay({ url, startMs: startMs + aheadMs, endMs: endMs + aheadMs, isKeysOnly })
      return replay === undefined ? 'no-recording' : { format: replay.format, units: unitsOf(replay, startMs, aheadMs) }
    } catch (error) {
      log('warn', `${label}: its recording cannot be played, ${error instanceof Error ? error.message : 'unknown'}`)
      return 'failed'
    }
  }

  get #aheadMs(): number {
    const { clockAheadMs } = this.#options.client
    return Math.abs(clockAheadMs) > CLOCK_ERROR_MS ? clockAheadMs : 0
  }

  #recordings(): Promise<FoundRecording[]> {
    const nowMs = performance.now()
    if (this.#found === undefined || nowMs - this.#found.atMs > FOUND_MS) this.#found = { atMs: nowMs, recordings: this.#search() }
    return this.#found.recordings
  }

  /** By our clock. */
  async #search(): Promise<FoundRecording[]> {
    const { client, profile, source, isOnly, label, log } = this.#options
    try {
      const aheadMs = this.#aheadMs
      const all = (await searchRecordings(client)).map((one) => ({ ...one, fromMs: one.fromMs - aheadMs, untilMs: one.untilMs - aheadMs }))
      const named = all.filter(({ sourceId }) => sourceId === source || sourceId === profile)
      return named.length > 0 || !isOnly ? named : all
    } catch (error) {
      log('warn', `${label}: its recordings cannot be searched, ${error instanceof Error ? error.message : 'unknown'}`)
      return []
    }
  }
}

async function* unitsOf({ pictures }: Replay, startMs: number, aheadMs: number): AsyncGenerator<SourceUnit> {
  let lastUs = Number.NEGATIVE_INFINITY
  for await (const { data, isKey, captureMs: cameraMs } of pictures) {
    const captureMs = cameraMs - aheadMs
    lastUs = Math.max(Math.round(captureMs * 1000), lastUs + 1)
    yield { data, isKey, isPreroll: captureMs < startMs, ptsUs: lastUs, captureMs }
  }
}
