import { archiveLimits } from '#contract/archives.ts'
import { decodeMediaUnit } from '#contract/media.ts'
import type { PastAnswer, PastAsk } from '#contract/recorded-media.ts'
import { RecordedFault, type RecordedPart } from './recorded-source.ts'

/** A device that sends nothing for so long has lost its way. */
const SILENCE_MS = 30_000

/** What waits for a window that takes nothing, as one that is paused: no camera films more in the time of a piece. */
const MOST_WAITING_BYTES = archiveLimits.minuteBytes / 4

type Piece = Omit<Extract<PastAsk, { op: 'past' }>, 'op' | 'channel'>

interface Incoming {
  parts: RecordedPart[]
  /** Of the units that nobody has taken yet. */
  waitingBytes: number
  isOver: boolean
  fault: RecordedFault['fault'] | undefined
  /** It ended early: where the pictures become others. */
  changedAtMs: number | undefined
  /** Something has come. */
  wake: () => void
}

/** Pieces of the past that one connection to the service is asked for. */
export class RecordedPieces {
  readonly #say: (ask: PastAsk) => void
  readonly #takeChannel: () => number
  readonly #incoming = new Map<number, Incoming>()

  constructor(say: (ask: PastAsk) => void, takeChannel: () => number) {
    this.#say = say
    this.#takeChannel = takeChannel
  }

  has(channel: number): boolean {
    return this.#incoming.has(channel)
  }

  /** Asks for a piece, and reads it as it comes; again where the pictures become others. Throws as `RecordedSource.read`. */
  async *read(piece: Piece, signal: AbortSignal): AsyncGenerator<RecordedPart> {
    for (let { startMs } = piece; ; ) {
      const changedAtMs = yield* this.#read({ ...piece, startMs }, signal)
      if (changedAtMs === undefined || changedAtMs <= startMs || changedAtMs >= piece.endMs) return
      startMs = changedAtMs
    }
  }

  async *#read(piece: Piece, signal: AbortSignal): AsyncGenerator<RecordedPart, number | undefined> {
    signal.throwIfAborted()
    const channel = this.#takeChannel()
    const incoming: Incoming = { parts: [], waitingBytes: 0, isOver: false, fault: undefined, changedAtMs: undefined, wake: () => {} }
    this.#incoming.set(channel, incoming)
    this.#say({ op: 'past', channel, ...piece })
    try {
      for (;;) {
        for (let part = incoming.parts.shift(); part !== undefined; part = incoming.parts.shift()) {
          if (part.kind === 'unit') incoming.waitingBytes -= part.unit.data.byteLength
          yield part
        }
        if (incoming.fault !== undefined) throw new RecordedFault(incoming.fault)
        if (incoming.isOver && incoming.parts.length === 0) return incoming.changedAtMs
        if (incoming.parts.length === 0 && !(await somethingCame(incoming, signal))) throw new RecordedFault('failed')
        signal.throwIfAborted()
      }
    } finally {
      if (!incoming.isOver) this.#say({ op: 'past-cancel', channel })
      this.#incoming.delete(channel)
    }
  }

  hear(answer: PastAnswer): void {
    const incoming = this.#incoming.get(answer.channel)
    if (incoming === undefined) return
    if (answer.op === 'past-opened') {
      const { codec, width, height, fps, sound } = answer
      incoming.parts.push({ kind: 'format', format: { codec, width, height, fps, ...(sound && { sound }) } })
    } else incoming.isOver = true
    if (answer.op === 'past-end') incoming.changedAtMs = answer.changedAtMs
    // Nothing recorded in a piece is no fault: the next one may have something.
    if (answer.op === 'past-failed' && answer.fault !== 'no-recording') incoming.fault = answer.fault
    incoming.wake()
  }

  hearUnit(channel: number, message: Uint8Array): void {
    const unit = decodeMediaUnit(message)
    const incoming = this.#incoming.get(channel)
    if (unit === undefined || incoming === undefined || incoming.fault !== undefined) return
    incoming.parts.push({ kind: 'unit', unit })
    incoming.waitingBytes += unit.data.byteLength
    if (incoming.waitingBytes > MOST_WAITING_BYTES) this.#refuse(channel, incoming)
    incoming.wake()
  }

  /** A device that sends more than there can be is heard no further. */
  #refuse(channel: number, incoming: Incoming): void {
    this.#say({ op: 'past-cancel', channel })
    incoming.parts.length = 0
    incoming.waitingBytes = 0
    incoming.isOver = true
    incoming.fault = 'refused'
  }

  /** The connection has ended. */
  drop(): void {
    for (const incoming of this.#incoming.values()) {
      incoming.isOver = true
      incoming.fault = 'lost'
      incoming.wake()
    }
  }
}

/** Waits until something has come or the signal aborts; false when neither happens in time. */
function somethingCame(incoming: Incoming, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isHere: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      incoming.wake = () => {}
      resolve(isHere)
    }
    const wake = () => done(true)
    const timer = setTimeout(() => done(false), SILENCE_MS)
    incoming.wake = wake
    signal.addEventListener('abort', wake)
  })
}
