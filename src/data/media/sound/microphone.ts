import type { ToCapture } from '#contract/sound-worklet-api.ts'
import type { SoundDevice } from './sound-device.ts'
import type { MicrophoneFault } from './sound-state.ts'

const faults: Record<string, MicrophoneFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
}

/** A microphone that is listening. */
export class Microphone {
  readonly #stream: MediaStream
  readonly #nodes: AudioNode[]
  readonly #capture: AudioWorkletNode

  private constructor(stream: MediaStream, context: AudioContext, onLevel: (level: number) => void) {
    this.#stream = stream
    this.#capture = new AudioWorkletNode(context, 'sightline-capture', {
      numberOfOutputs: 1,
      channelCount: 1,
      channelCountMode: 'explicit',
    })
    this.#capture.port.addEventListener('message', ({ data }: MessageEvent<number>) => onLevel(data))
    this.#capture.port.start()
    const source = context.createMediaStreamSource(stream)
    // What leads nowhere is not rendered: the person's own voice goes to the loudspeaker without any sound.
    const silence = context.createGain()
    silence.gain.value = 0
    source.connect(this.#capture).connect(silence).connect(context.destination)
    this.#nodes = [source, this.#capture, silence]
  }

  /** Asks the browser for a microphone, which asks the person. `onLevel` hears fifty times a second how loud it is, 0 to 1; `onEnd` when it is gone. */
  static async open(
    device: SoundDevice,
    user: object,
    { onLevel, onEnd }: { onLevel: (level: number) => void; onEnd: () => void },
  ): Promise<Microphone | MicrophoneFault> {
    if (!('mediaDevices' in navigator)) return 'missing'
    try {
      const joined = device.join(user)
      const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
      const stream = await navigator.mediaDevices.getUserMedia({ audio })
      stream.getAudioTracks()[0]?.addEventListener('ended', onEnd)
      return new Microphone(stream, await joined, onLevel)
    } catch (error) {
      return faults[error instanceof Error ? error.name : ''] ?? 'missing'
    }
  }

  /** Where the media worker takes frames of samples from. */
  samples(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    const message: ToCapture<MessagePort> = { samples: port1 }
    this.#capture.port.postMessage(message, [port1])
    return port2
  }

  close(): void {
    for (const track of this.#stream.getTracks()) track.stop()
    for (const node of this.#nodes) node.disconnect()
    this.#capture.port.close()
  }
}
