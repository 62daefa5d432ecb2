import { setTimeout as pause } from 'node:timers/promises'
import { type CommandResult, deviceCommands } from '#contract/device-commands.ts'
import type { StreamKind } from '#contract/enums.ts'
import { codeOf } from '#contract/errors.ts'
import { MOST_OF_PAST_MS } from '#contract/recorded-media.ts'
import { PluginFault } from '../plugin-fault.ts'
import type { RelayLink } from '../relay-link.ts'
import { RecordedFault, type RecordedPart, type RecordedSource } from './recorded-source.ts'

/** One piece is fetched while the one before it is shown. */
const PIECE_MS = 15_000
/** The newest that is asked for is so old: a device is a moment behind with writing, and its clock is another. */
const SETTLED_MS = 1_000
/** Where the present is reached. */
const ASK_AGAIN_MS = 1_000

/** Codes of the service, and what a window says of them. */
const faultOf: Partial<Record<number, RecordedFault['fault']>> = {
  [codeOf('no-permission')]: 'no-permission',
  [codeOf('channel-missing')]: 'not-found',
  [codeOf('device-cannot')]: 'not-found',
  [codeOf('device-offline')]: 'offline',
}

export interface DevicePast {
  sn: string
  chlIndex: number
  stream: StreamKind
  /** Up to when, epoch ms. */
  endMs: number
}

/** What a device has recorded, fetched piece by piece through the service. Times without recordings are passed over. */
export class DeviceRecording implements RecordedSource {
  readonly #past: DevicePast
  readonly #upstream: () => RelayLink | undefined

  /** `upstream`: the connection to the service as it is at the moment. */
  constructor(past: DevicePast, upstream: () => RelayLink | undefined) {
    this.#past = past
    this.#upstream = upstream
  }

  async *read(fromMs: number, signal: AbortSignal): AsyncGenerator<RecordedPart> {
    let isFirst = true
    let format = ''
    for await (const time of this.#recordedFrom(fromMs, signal)) {
      for (let atMs = time.startMs; atMs < time.endMs; atMs += PIECE_MS) {
        const endMs = Math.min(time.endMs, atMs + Math.min(PIECE_MS, MOST_OF_PAST_MS))
        for await (const part of this.#piece(atMs, endMs, signal)) {
          if (part.kind === 'unit') {
            // The next piece repeats the pictures that its first one needs.
            if (part.unit.isPreroll && !isFirst) continue
            yield part
          } else if (format !== JSON.stringify(part.format)) {
            isFirst ||= format !== ''
            format = JSON.stringify(part.format)
            yield part
          }
        }
        isFirst = false
      }
      // After a gap pictures follow that need those before them.
      isFirst = true
    }
  }

  /** The times of which there are recordings, as the device says; where the present is reached they are waited for. */
  async *#recordedFrom(fromMs: number, signal: AbortSignal): AsyncGenerator<{ startMs: number; endMs: number }> {
    let startMs = fromMs
    while (startMs < this.#past.endMs) {
      const nowMs = Date.now() - SETTLED_MS
      const endMs = Math.min(this.#past.endMs, nowMs)
      const { segments, isMore } = startMs < endMs ? await this.#search(startMs, endMs) : { segments: [], isMore: false }
      const before = startMs
      for (const segment of segments) {
        // Why something was recorded makes no difference; times of several reasons overlap.
        // An open end is the present (rule 3.17).
        const untilMs = segment.endMs === 0 ? endMs : segment.endMs
        const part = { startMs: Math.max(startMs, segment.startMs), endMs: Math.min(endMs, untilMs) }
        if (part.startMs >= part.endMs) continue
        yield part
        startMs = part.endMs
      }
      if (isMore && startMs > before) continue
      if (nowMs >= this.#past.endMs) return
      startMs = Math.max(startMs, endMs)
      await pause(ASK_AGAIN_MS, undefined, { signal })
    }
  }

  async #search(startMs: number, endMs: number): Promise<CommandResult<'record-log'>> {
    const { sn, chlIndex } = this.#past
    const upstream = this.#connected()
    const request = { chlIndex, startMs: Math.round(startMs), endMs: Math.round(endMs) }
    const answer = await upstream.askDevice(sn, 'record-log', request).catch((error: unknown) => {
      throw new RecordedFault(error instanceof PluginFault ? (faultOf[error.code] ?? 'lost') : 'lost')
    })
    const found = deviceCommands['record-log'].result.safeParse(answer)
    if (!found.success) throw new RecordedFault('failed')
    return found.data
  }

  #piece(startMs: number, endMs: number, signal: AbortSignal): AsyncIterable<RecordedPart> {
    const { sn, chlIndex, stream } = this.#past
    return this.#connected().readPast(
      { sn, chlIndex, stream, startMs: Math.round(startMs), endMs: Math.round(endMs), asH264: true },
      signal,
    )
  }

  #connected(): RelayLink {
    const upstream = this.#upstream()
    if (upstream === undefined) throw new RecordedFault('lost')
    return upstream
  }
}
