/** Decodes the packets of one stream of Opus, in their order, where this browser can. */
export class OpusDecoder {
  readonly #channels: number
  readonly #decoder: AudioDecoder
  #decoded: Float32Array[] = []
  #onDecoded = () => {}
  #isBroken = false

  constructor(channels: number) {
    this.#channels = channels
    this.#decoder = new AudioDecoder({
      output: (data) => {
        const samples = new Float32Array(data.numberOfFrames * channels)
        data.copyTo(samples, { planeIndex: 0, format: 'f32' })
        data.close()
        this.#decoded.push(samples)
        this.#onDecoded()
      },
      error: () => {
        this.#isBroken = true
        this.#onDecoded()
      },
    })
    this.#decoder.configure({ codec: 'opus', sampleRate: 48_000, numberOfChannels: channels })
  }

  static get isThere(): boolean {
    return 'AudioDecoder' in globalThis
  }

  /** The samples of these packets, from -1 to 1, those of the channels taking turns: as many of each packet as `counts` has. Of what is broken, silence. */
  async decode(packets: readonly Uint8Array[], counts: readonly number[]): Promise<Float32Array[]> {
    this.#decoded = []
    const all = new Promise<void>((resolve) => {
      this.#onDecoded = () => {
        if (this.#isBroken || this.#decoded.length >= packets.length) resolve()
      }
      this.#onDecoded()
    })
    for (const data of packets) {
      if (this.#decoder.state !== 'configured') break
      // Nothing hangs on the times: one packet is one piece of sound.
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: 0, data }))
    }
    await all
    return counts.map((count, index) => {
      const samples = new Float32Array(count * this.#channels)
      samples.set((this.#decoded[index] ?? samples).subarray(0, samples.length))
      return samples
    })
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }
}
