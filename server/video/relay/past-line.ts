import type { MediaUnit } from '#contract/media.ts'
import type { MediaSender } from './media-sender.ts'

/** A unit that waits for the line. `done` is called when it was sent, or will not be. */
interface Waiting {
  unit: MediaUnit
  done: () => void
}

/** What waits of one piece. */
interface Queue {
  channel: number
  isFirst: boolean
  waiting: Waiting[]
  /** What is to be said behind all of it. */
  last?: () => void
}

/** One piece's end of the line. */
export interface LineEnd {
  readonly isEmpty: boolean
  /** Resolves when the line has taken the unit, or nobody wants it any more. */
  push(unit: MediaUnit): Promise<void>
  /** Says this when all that waits is sent. */
  end(last: () => void): void
  /** Nobody wants any more of it: what waits is thrown away. */
  drop(): void
}

/**
 * The units of a viewer's pieces on their way into its socket: no more at a time than a thin line carries in a moment, so that live pictures,
 * answers and pings are not held up by minutes of the past, and what is no longer wanted never leaves. Pieces take turns, and those of key
 * frames alone go before all others: somebody looks for something.
 */
export class PastLine {
  readonly #sender: Pick<MediaSender, 'sendUnit' | 'hasRoom'>
  /** In the order of their turns. */
  readonly #queues = new Set<Queue>()
  #waitingBytes = 0

  constructor(sender: Pick<MediaSender, 'sendUnit' | 'hasRoom'>) {
    this.#sender = sender
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  open(channel: number, isFirst: boolean): LineEnd {
    const queue: Queue = { channel, isFirst, waiting: [] }
    this.#queues.add(queue)
    return {
      get isEmpty() {
        return queue.waiting.length === 0
      },
      push: (unit) => {
        this.#waitingBytes += unit.data.byteLength
        const { promise, resolve: done } = Promise.withResolvers<void>()
        queue.waiting.push({ unit, done })
        this.pump()
        return promise
      },
      end: (last) => {
        queue.last = last
        this.#endIfEmpty(queue)
      },
      drop: () => {
        this.#queues.delete(queue)
        for (const { unit, done } of queue.waiting.splice(0)) {
          this.#waitingBytes -= unit.data.byteLength
          done()
        }
      },
    }
  }

  /** Sends what the line takes. To be called when it takes more than before. */
  pump(): void {
    while (this.#sender.hasRoom) {
      const queue = this.#next()
      const next = queue?.waiting.shift()
      if (queue === undefined || next === undefined) return
      this.#waitingBytes -= next.unit.data.byteLength
      void this.#sender.sendUnit(next.unit, queue.channel).then(() => {
        next.done()
        this.pump()
      })
      this.#endIfEmpty(queue)
    }
  }

  #next(): Queue | undefined {
    const queues = [...this.#queues].filter(({ waiting }) => waiting.length > 0)
    const queue = queues.find(({ isFirst }) => isFirst) ?? queues[0]
    // It comes last from now on.
    if (queue !== undefined && this.#queues.delete(queue)) this.#queues.add(queue)
    return queue
  }

  #endIfEmpty(queue: Queue): void {
    if (queue.last === undefined || queue.waiting.length > 0 || !this.#queues.delete(queue)) return
    queue.last()
  }
}
