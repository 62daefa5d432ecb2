import type { RecordEnd, RecordPiece } from '#contract/record-piece.ts'
import type { MediaPort } from './media-port.ts'

/** Hears a recording of a window, as `RecordPiece` tells it. */
interface RecordListener {
  onPiece(piece: RecordPiece): void
  onEnd(why: RecordEnd): void
}

/** What a window shows, recorded from the last key frame on, also while the page is hidden. Ends by itself when it shows something else. */
export class WindowRecording {
  readonly #window: number
  readonly #port: MediaPort
  readonly #onChange: () => void
  #listener: RecordListener | undefined

  /** `onChange` hears when it begins, and when it has ended. */
  constructor(window: number, port: MediaPort, onChange: () => void) {
    this.#window = window
    this.#port = port
    this.#onChange = onChange
  }

  get isOn(): boolean {
    return this.#listener !== undefined
  }

  begin(listener: RecordListener): void {
    this.#listener = listener
    this.#port.send({ op: 'record', window: this.#window, isOn: true })
    this.#onChange()
  }

  end(): void {
    this.#port.send({ op: 'record', window: this.#window, isOn: false })
  }

  /** For the engine: what the media worker says. */
  onPiece(piece: RecordPiece): void {
    this.#listener?.onPiece(piece)
  }

  onEnd(why: RecordEnd): void {
    const ended = this.#listener
    this.#listener = undefined
    ended?.onEnd(why)
    this.#onChange()
  }
}
