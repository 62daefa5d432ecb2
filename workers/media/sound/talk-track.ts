import type { SourceName } from '#contract/media-api.ts'
import { encodePcmu } from '#shared/media/g711.ts'
import { encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import { talkFormat } from '#contract/sound.ts'
import { nowMs } from '../pipeline.ts'
import { hear } from './hear.ts'

/** Sends an encoded frame to a source. */
export type SendFrame = (source: SourceName, frame: Uint8Array<ArrayBuffer>) => void

/** What a person says to a window's camera: samples in, frames out, as soon as they are there. */
export class TalkTrack {
  readonly #send: SendFrame
  readonly #place: () => { source: SourceName; channel: number } | undefined
  #samples: MessagePort | undefined
  #sequence = 0

  /** `place`: where the window's camera is by now. */
  constructor(send: SendFrame, place: () => { source: SourceName; channel: number } | undefined) {
    this.#send = send
    this.#place = place
  }

  /** Takes the samples of this port from now on; of none, when the person has done. */
  listen(samples: MessagePort | undefined): void {
    this.#samples?.close()
    this.#samples = samples
    if (samples !== undefined) hear(samples, ({ data }: MessageEvent<Float32Array>) => this.#say(data))
  }

  #say(samples: Float32Array): void {
    const place = this.#place()
    if (place === undefined) return
    const captureMs = nowMs() - talkFormat.frameMs
    this.#sequence = (this.#sequence + 1) >>> 0
    const times = { ptsUs: Math.round(captureMs * 1000), captureMs, sequence: this.#sequence }
    const unit = { kind: 'sound', channel: place.channel, isKey: false, isPreroll: false, codec: mediaCodecs.pcmu } as const
    this.#send(place.source, encodeMediaUnit({ ...unit, ...times, data: encodePcmu(samples) }))
  }
}
