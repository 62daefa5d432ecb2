import type { ClipFault } from '#contract/enums.ts'
import type { ChannelRecording, RecordedUnit, StreamFormat, WantedPast } from '#device/agent/channel-source.ts'
import type { OtherPast } from '#device/recorder/other-past.ts'
import type { Log } from '#shared/log.ts'
import { openReplay, type Replay } from '../rtsp/replay.ts'
import type { OnvifClient } from './client.ts'
import { searchParts } from './recorded-parts.ts'
import { searchRecordings, type FoundRecording } from './recording-search.ts'

/** What was found counts for so long: whoever looks through the past asks many times a second. */
const FOUND_MS = 10_000
const MOST_PARTS = 200
/** The camera tells its time in whole seconds: a clock that is off by no more is ours. */
const CLOCK_ERROR_MS = 3_000

interface CameraPastOptions {
  client: OnvifClient
  /** The profile and the sensor that are shown, by which a camera names what it has recorded. */
  profile: string
  source: string
  /** The camera has no other sensor. */
  isOnly: boolean
  /** Fingerprint of the certificate that it shows where it plays over TLS. */
  certificate?: string | undefined
  /** for the log */
  label: string
  log: Log
}

interface Span {
  fromMs: number
  untilMs: number
}

/** What a camera has recorded itself (ONVIF Profile G): searched and played as it offers that. */
export class CameraPast implements OtherPast {
  readonly #options: CameraPastOptions
  /** Whether it had anything when it was asked last. */
  isThere = false
  readonly #parts = new Map<string, { atMs: number; parts: Promise<Span[]> }>()
  #found: { atMs: number; recordings: Promise<FoundRecording[]> } | undefined

  constructor(options: CameraPastOptions) {
    this.#options = options
  }

  /** Learns whether there is anything. */
  async look(): Promise<void> {
    this.isThere = (await this.#recordings()).length > 0
  }

  /** Never rejects. */
  async times(fromMs: number, untilMs: number): Promise<Span[]> {
    const found = await this.#recordings()
    const parts = found.map((one) => this.#partsOf(one, within(one, { fromMs, untilMs })))
    return (await Promise.all(parts)).flat().toSorted((one, other) => one.fromMs - other.fromMs)
  }

  async recording({ startMs, endMs, isKeysOnly, hasSound }: WantedPast): Promise<ChannelRecording | ClipFault> {
    const { client, certificate, label, log } = this.#options
    const wanted = (await this.#recordings())
      .filter((one) => one.fromMs < endMs && one.untilMs > startMs)
      .toSorted((one, other) => one.fromMs - other.fromMs)
    const aheadMs = this.#aheadMs
    const play = async ({ token }: FoundRecording) => {
      const url = await client.replayUrl(token)
      return openReplay({ url, certificate, startMs: startMs + aheadMs, endMs: endMs + aheadMs, isKeysOnly, hasSound })
    }
    try {
      for (const [index, recording] of wanted.entries()) {
        const replay = await play(recording)
        if (replay !== undefined) return joined(replay, wanted.slice(index + 1), { play, startMs, aheadMs })
      }
      return 'no-recording'
    } catch (error) {
      log('warn', `${label}: its recording cannot be played, ${error instanceof Error ? error.message : 'unknown'}`)
      return 'failed'
    }
  }

  /** What there is of a part of a recording: a camera tells from when to when it reaches, and of the gaps in between when it is asked. */
  async #partsOf(recording: FoundRecording, part: Span): Promise<Span[]> {
    if (!isSome(part)) return []
    const [aheadMs, { client, label, log }] = [this.#aheadMs, this.#options]
    const key = [recording.token, recording.track, part.fromMs, part.untilMs].join(' ')
    const known = this.#parts.get(key)
    if (known !== undefined && performance.now() - known.atMs < FOUND_MS) return known.parts
    const asked = { fromMs: part.fromMs + aheadMs, untilMs: part.untilMs + aheadMs }
    const parts = searchParts(client, recording, asked).then(
      (found) => found.map(({ fromMs, untilMs }) => ({ fromMs: fromMs - aheadMs, untilMs: untilMs - aheadMs })),
      (error: unknown) => {
        log('warn', `${label}: it does not tell of gaps in its recordings, ${error instanceof Error ? error.message : 'unknown'}`)
        return [part]
      },
    )
    if (this.#parts.size >= MOST_PARTS) this.#parts.clear()
    this.#parts.set(key, { atMs: performance.now(), parts })
    return parts
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

interface Joining {
  play: (recording: FoundRecording) => Promise<Replay | undefined>
  startMs: number
  aheadMs: number
}

/** One recording behind the other, as long as they show the same kind of pictures. */
function joined(first: Replay, others: readonly FoundRecording[], { play, startMs, aheadMs }: Joining): ChannelRecording {
  let changedAtMs: number | undefined
  async function* units(): AsyncGenerator<RecordedUnit> {
    const lastUs = { picture: Number.NEGATIVE_INFINITY, sound: Number.NEGATIVE_INFINITY }
    let replay: Replay | undefined = first
    for (const next of [...others, undefined]) {
      for await (const unit of replay?.units ?? []) {
        const captureMs = unit.captureMs - aheadMs
        const kind = 'isSound' in unit ? 'sound' : 'picture'
        const ptsUs = Math.max(Math.round(captureMs * 1000), lastUs[kind] + 1)
        lastUs[kind] = ptsUs
        yield 'isSound' in unit ? { ...unit, captureMs, ptsUs } : { ...unit, captureMs, ptsUs, isPreroll: captureMs < startMs }
      }
      const atMs = replay?.changedAtMs()
      if (atMs !== undefined) changedAtMs = atMs - aheadMs
      if (changedAtMs !== undefined || next === undefined) return
      replay = await play(next)
      if (replay !== undefined && areOthers(first.format, replay.format)) {
        changedAtMs = next.fromMs
        replay.close()
        return
      }
    }
  }
  return { format: first.format, units: units(), changedAtMs: () => changedAtMs, close: () => first.close() }
}

function areOthers(one: StreamFormat, other: StreamFormat): boolean {
  return (
    one.codec !== other.codec ||
    one.width !== other.width ||
    one.height !== other.height ||
    JSON.stringify(one.sound) !== JSON.stringify(other.sound)
  )
}

function within(part: Span, limits: Span): Span {
  return { fromMs: Math.max(part.fromMs, limits.fromMs), untilMs: Math.min(part.untilMs, limits.untilMs) }
}

function isSome({ fromMs, untilMs }: Span): boolean {
  return untilMs > fromMs
}
