import type { RestyleJob } from '#contract/codec-api.ts'
import type { SourceUnit } from '#device/agent/channel-source.ts'
import { CodecProcess } from '#device/codec/codec-process.ts'

/** What may wait for a process that is too slow. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024
const TIME_BYTES = 8

type Times = Pick<SourceUnit, 'ptsUs' | 'captureMs'>

/** Makes pictures as a camera was told to show them, in a process, each with its own times. */
export class StyledEncoder {
  readonly #codec: CodecProcess
  readonly #times = new Map<number, Times>()
  #next = 0

  constructor(job: RestyleJob, { onUnit, onEnd }: { onUnit: (unit: SourceUnit) => void; onEnd: () => void }) {
    this.#codec = new CodecProcess(job, {
      onPart: ({ number, isKey, data }) => {
        const times = this.#times.get(number)
        this.#times.delete(number)
        if (times) onUnit({ isKey, isPreroll: false, ...times, data })
      },
      onEnd,
    })
  }

  /** So much waits for it that pictures should be left out. */
  get isBehind(): boolean {
    return this.#codec.waitingBytes > MOST_WAITING_BYTES
  }

  /** Takes a unit or picture. Without times it is only decoded. */
  push(data: Uint8Array, times?: Times): void {
    const number = this.#next++
    const part = new Uint8Array(TIME_BYTES + data.length)
    new DataView(part.buffer).setFloat64(0, times?.captureMs ?? Number.NaN)
    part.set(data, TIME_BYTES)
    if (times) this.#times.set(number, times)
    this.#codec.push({ number, isKey: false, data: part })
  }

  /** Says that no more comes; it ends when it is done. */
  end(): void {
    this.#codec.end()
  }

  close(): void {
    this.#codec.close()
  }
}
