import type { FromPlayout, SoundFigures, ToPlayout } from '#contract/sound-worklet-api.ts'
import type { SoundDevice } from './sound-device.ts'

/** A change of loudness takes this long, so that it does not click. */
const FADE_S = 0.02

/** One window's way to the loudspeaker. */
export class SoundOutput {
  readonly context: AudioContext
  readonly #device: SoundDevice
  readonly #node: AudioWorkletNode
  readonly #gain: GainNode
  /** What is known of the last second; nothing before the first. */
  figures: SoundFigures | undefined

  private constructor(device: SoundDevice, context: AudioContext) {
    this.context = context
    this.#device = device
    this.#node = new AudioWorkletNode(context, 'sightline-playout', { numberOfInputs: 0, outputChannelCount: [1] })
    this.#gain = context.createGain()
    this.#node.connect(this.#gain).connect(context.destination)
    this.#node.port.addEventListener('message', ({ data }: MessageEvent<FromPlayout>) => {
      this.figures = data
    })
    this.#node.port.start()
    device.watch(this.#node)
  }

  /** Opens the way for a window. Rejects where there is no sound card to be had. */
  static async open(device: SoundDevice, user: object): Promise<SoundOutput> {
    return new SoundOutput(device, await device.join(user))
  }

  /** Where the media worker puts the window's frames. */
  frames(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    const message: ToPlayout<MessagePort> = { op: 'frames', frames: port1 }
    this.#node.port.postMessage(message, [port1])
    return port2
  }

  /** `percent`: 0 to 100, as loud as it seems: the ear counts in steps that double. */
  setVolume(percent: number): void {
    this.#gain.gain.setTargetAtTime((percent / 100) ** 2, this.context.currentTime, FADE_S)
  }

  /** Also hands what is heard to this node, for whoever wants to see it. */
  tap(node: AudioNode): void {
    this.#gain.connect(node)
  }

  close(): void {
    this.#device.unwatch(this.#node)
    this.#node.disconnect()
    this.#gain.disconnect()
    this.#node.port.close()
  }
}
