import type { FromPlayout, ToCapture, ToPlayout } from '#contract/sound-worklet-api.ts'
import { Downsampler } from './downsampler.ts'
import { hear } from './hear.ts'
import { Playout, type SoundMessage } from './playout.ts'
import { scope } from './worklet-scope.ts'

const FIGURES_EVERY_S = 1

/** The loudspeaker's end of one window's sound. Frames come from the media worker, past the page. */
class PlayoutProcessor extends scope.AudioWorkletProcessor {
  readonly #playout = new Playout()
  #zeroMs: number | undefined
  #toldAtS = 0

  constructor() {
    super()
    hear(this.port, ({ data }: MessageEvent<ToPlayout<MessagePort>>) => {
      if (data.op === 'clock') this.#zeroMs = data.zeroMs
      else hear(data.frames, (event: MessageEvent<SoundMessage>) => this.#take(event.data))
    })
  }

  #outputMs(zeroMs: number): number {
    return zeroMs + scope.currentTime * 1000
  }

  #take(frame: SoundMessage): void {
    if (frame === 'begin') this.#playout.begin()
    else if (this.#zeroMs !== undefined) this.#playout.take(frame, this.#outputMs(this.#zeroMs))
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const out = outputs[0]?.[0]
    if (out === undefined || this.#zeroMs === undefined) return true
    this.#playout.render(out, this.#outputMs(this.#zeroMs), scope.sampleRate)
    if (scope.currentTime - this.#toldAtS < FIGURES_EVERY_S) return true
    this.#toldAtS = scope.currentTime
    this.port.postMessage(this.#playout.figures() satisfies FromPlayout)
    return true
  }
}

/** The microphone's end of what a person says: frames go to the media worker, their level to the page. */
class CaptureProcessor extends scope.AudioWorkletProcessor {
  #downsampler: Downsampler | undefined

  constructor() {
    super()
    hear(this.port, ({ data: { samples } }: MessageEvent<ToCapture<MessagePort>>) => {
      this.#downsampler = new Downsampler(scope.sampleRate, (frame, level) => {
        samples.postMessage(frame, [frame.buffer])
        this.port.postMessage(level)
      })
    })
  }

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    if (samples !== undefined) this.#downsampler?.take(samples)
    return true
  }
}

scope.registerProcessor('sightline-playout', PlayoutProcessor)
scope.registerProcessor('sightline-capture', CaptureProcessor)
