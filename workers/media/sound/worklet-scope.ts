/** What an audio worklet has that TypeScript's types for workers lack. */
interface Processor {
  readonly port: MessagePort
}

interface WorkletScope {
  /** When the next samples are rendered, seconds of the context. */
  readonly currentTime: number
  /** Of the context, Hz. */
  readonly sampleRate: number
  readonly AudioWorkletProcessor: new () => Processor
  registerProcessor(name: string, processor: new () => Processor): void
}

export const scope = globalThis as unknown as WorkletScope
