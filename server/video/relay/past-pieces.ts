import { MOST_OF_PAST_MS, type PastAsk, type PastFault } from '#contract/recorded-media.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { Context } from '../../context.ts'
import { Allowance } from '../../runtime/allowance.ts'
import { sendFromCloud } from './cloud-piece.ts'
import type { MediaSender } from './media-sender.ts'
import { PastLine } from './past-line.ts'
import { PastPiece } from './past-piece.ts'
import type { PastPlaces } from './past-places.ts'

const { pieces: most, asks } = tenantLimits.past

type Asked = Extract<PastAsk, { op: 'past' }>

interface PastPiecesParts {
  context: Context
  sender: MediaSender
  places: PastPlaces
  /** Whether a channel of this number is open live. */
  isLive: (channel: number) => boolean
}

/** Pieces of the past on their way to one viewer, by their number on its socket. Rights are asked for each piece. */
export class PastPieces {
  readonly #parts: PastPiecesParts
  readonly #asks: Allowance
  readonly #line: PastLine
  readonly #pieces = new Map<number, PastPiece>()

  constructor(parts: PastPiecesParts) {
    this.#parts = parts
    this.#asks = new Allowance(asks.ofSocket, parts.context.now)
    this.#line = new PastLine(parts.sender)
    parts.sender.onRoom(() => this.#line.pump())
  }

  hear(ask: PastAsk, who: Principal): void {
    this.cancel(ask.channel)
    if (ask.op === 'past') void this.#begin(ask, who)
  }

  /** Nothing more is sent on this number. */
  cancel(channel: number): void {
    this.#pieces.get(channel)?.cancel()
  }

  sweep(): void {
    for (const piece of this.#pieces.values()) piece.sweep()
  }

  close(): void {
    for (const piece of this.#pieces.values()) piece.cancel()
  }

  async #begin(asked: Asked, who: Principal): Promise<void> {
    const { context, sender } = this.#parts
    const { channel } = asked
    const place = this.#mayBegin(asked) ? this.#parts.places.take(who.organizationId, asked.sn) : undefined
    if (place === undefined) return sender.say({ op: 'past-failed', channel, fault: 'refused' })
    const isKeysOnly = asked.pictures === 'key'
    const onOver = () => this.#pieces.delete(channel)
    const piece = new PastPiece({ channel, isKeysOnly, sender, line: this.#line, place, now: context.now, onOver })
    this.#pieces.set(channel, piece)
    const fault = await this.#faultFor(who, asked)
    if (fault !== undefined) return piece.failed(fault)
    if (piece.isOver) return
    if (asked.from === 'cloud') await sendFromCloud(context, { ...asked, organizationId: who.organizationId }, piece)
    else this.#sendFromDevice(asked, piece)
  }

  #mayBegin({ channel, startMs, endMs }: Asked): boolean {
    const isLongerThanMay = endMs <= startMs || endMs - startMs > MOST_OF_PAST_MS
    return !isLongerThanMay && !this.#parts.isLive(channel) && this.#pieces.size < most.ofSocket && this.#asks.take(1)
  }

  #sendFromDevice({ sn, chlIndex, stream, startMs, endMs, pictures, asH264, sound = true }: Asked, piece: PastPiece): void {
    const sink = {
      opened: piece.opened.bind(piece),
      unit: (unit: Parameters<PastPiece['send']>[0]) => void piece.send(unit),
      ended: (changedAtMs?: number) => piece.ended(changedAtMs),
      failed: (fault: PastFault) => piece.failed(fault),
    }
    const withSound = sound ? { ...sink, sound: sink.unit } : sink
    piece.stop = this.#parts.context.deviceLinks.requestClip({ sn, chlIndex, stream, startMs, endMs, pictures, asH264, sink: withSound })
  }

  async #faultFor(who: Principal, { sn, chlIndex }: Asked): Promise<PastFault | undefined> {
    const { context } = this.#parts
    try {
      await context.rights.requireChannel(who, sn, chlIndex, 'playback')
      return undefined
    } catch (fault) {
      if (!(fault instanceof CallFault)) context.log.error(fault, 'The rights of somebody who plays back could not be asked')
      return fault instanceof CallFault && fault.error === 'channel-missing' ? 'not-found' : 'no-permission'
    }
  }
}
