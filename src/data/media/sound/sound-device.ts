import type { ToPlayout } from '#contract/sound-worklet-api.ts'
// oxlint-disable-next-line import/default -- Vite makes this export: the address of the built worklet.
import workletUrl from '#workers/media/sound/sound-worklet.ts?worker&url'
import { appUrl } from '../../../lib/trusted-types.ts'

/** How often the loudspeakers' ends are told what time it is: sound cards have clocks of their own. */
const CLOCK_MS = 500

/** The sound card, as the windows of this tab share it. It sleeps while none of them needs it. */
export class SoundDevice {
  #context: AudioContext | undefined
  #loaded: Promise<void> | undefined
  readonly #users = new Set<object>()
  readonly #playouts = new Set<AudioWorkletNode>()
  #clock: ReturnType<typeof setInterval> | undefined

  /** The context with our worklets in it, awake for as long as this user has not left. To be called in a click: browsers let no page sound by itself. */
  async join(user: object): Promise<AudioContext> {
    this.#users.add(user)
    const context = (this.#context ??= new AudioContext({ latencyHint: 'interactive' }))
    // Asked for at once, while the click still counts.
    const resumed = context.resume()
    this.#loaded ??= context.audioWorklet.addModule(appUrl(workletUrl)).catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    await Promise.all([resumed, this.#loaded])
    return context
  }

  /** Somebody has joined, and the browser has not let it begin. */
  get isHeld(): boolean {
    return this.#users.size > 0 && this.#context !== undefined && this.#context.state !== 'running'
  }

  leave(user: object): void {
    this.#users.delete(user)
    if (this.#users.size === 0) void this.#context?.suspend()
  }

  /** Keeps a playout's clock right from now on. */
  watch(node: AudioWorkletNode): void {
    this.#playouts.add(node)
    this.#tell(node)
    this.#clock ??= setInterval(() => {
      for (const playout of this.#playouts) this.#tell(playout)
    }, CLOCK_MS)
  }

  unwatch(node: AudioWorkletNode): void {
    this.#playouts.delete(node)
    if (this.#playouts.size > 0) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }

  #tell(node: AudioWorkletNode): void {
    if (this.#context === undefined || this.#context.state !== 'running') return
    const message: ToPlayout<MessagePort> = { op: 'clock', zeroMs: heardAtZeroMs(this.#context) }
    node.port.postMessage(message)
  }
}

/** When the context's time 0 was heard, epoch ms: what the sound card still holds back is counted. */
export function heardAtZeroMs(context: AudioContext): number {
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
  if (contextTime > 0) return performance.timeOrigin + performanceTime - contextTime * 1000
  return performance.timeOrigin + performance.now() + (context.outputLatency - context.currentTime) * 1000
}
