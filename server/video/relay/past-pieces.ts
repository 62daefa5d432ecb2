import { MOST_OF_PAST_MS, type PastAsk, type PastFault } from '#contract/recorded-media.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import type { MediaSender } from './media-sender.ts'

/** As many windows as a wall has may play back at once. */
const MOST_PIECES = 64

type Piece = Extract<PastAsk, { op: 'past' }>

/** Pieces of the past on their way to one viewer. Rights are asked for each piece. */
export class PastPieces {
  readonly #context: Context
  readonly #sender: MediaSender
  readonly #cancels = new Map<number, () => void>()

  constructor(context: Context, sender: MediaSender) {
    this.#context = context
    this.#sender = sender
  }

  hear(ask: PastAsk, who: Principal): void {
    this.#cancel(ask.channel)
    if (ask.op === 'past') void this.#send(ask, who)
  }

  close(): void {
    for (const channel of this.#cancels.keys()) this.#cancel(channel)
  }

  #cancel(channel: number): void {
    this.#cancels.get(channel)?.()
    this.#cancels.delete(channel)
  }

  async #send(piece: Piece, who: Principal): Promise<void> {
    const { channel, sn, chlIndex, startMs, endMs } = piece
    if (endMs <= startMs || endMs - startMs > MOST_OF_PAST_MS || this.#cancels.size >= MOST_PIECES) return this.#fail(channel, 'refused')
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
    }
    this.#cancels.set(channel, cancel)
    const fault = await this.#faultFor(who, sn, chlIndex)
    if (isCancelled) return
    this.#cancels.delete(channel)
    if (fault !== undefined) return this.#fail(channel, fault)
    this.#request(piece)
  }

  #request({ channel, sn, chlIndex, stream, startMs, endMs }: Piece): void {
    const sender = this.#sender
    let isOver = false
    const over = (say: () => void) => {
      isOver = true
      this.#cancels.delete(channel)
      say()
    }
    const sink = {
      opened: (format: { codec: string; width: number; height: number; fps: number }) =>
        sender.say({ op: 'past-opened', channel, ...format }),
      unit: (unit: Parameters<MediaSender['sendUnit']>[0]) => sender.sendUnit(unit, channel),
      ended: () => over(() => sender.say({ op: 'past-end', channel })),
      failed: (fault: PastFault) => over(() => this.#fail(channel, fault)),
    }
    const cancel = this.#context.deviceLinks.requestClip({ sn, chlIndex, stream, startMs, endMs, sink })
    // It may have failed at once.
    if (!isOver) this.#cancels.set(channel, cancel)
  }

  async #faultFor(who: Principal, sn: string, chlIndex: number): Promise<PastFault | undefined> {
    try {
      await this.#context.rights.requireChannel(who, sn, chlIndex, 'playback')
      return undefined
    } catch (fault) {
      if (!(fault instanceof CallFault)) this.#context.log.error(fault, 'The rights of somebody who plays back could not be asked')
      return fault instanceof CallFault && fault.error === 'channel-missing' ? 'not-found' : 'no-permission'
    }
  }

  #fail(channel: number, fault: PastFault): void {
    this.#sender.say({ op: 'past-failed', channel, fault })
  }
}
