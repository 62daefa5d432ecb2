import * as z from 'zod/mini'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { INTERCOM_FUNCTION, talkFormat, type TalkFault } from '#contract/sound.ts'
import { CallFault } from '../call-fault.ts'
import type { Principal } from '../caller.ts'
import type { Context } from '../context.ts'
import { nameOfTalker } from './name-of-talker.ts'
import type { TalkLine } from '../gateway/device-talk.ts'
import type { MediaSender } from './media-sender.ts'
import type { Talks } from './talks.ts'

/** A frame may be up to this many times as long as agreed; nobody needs longer ones. */
const LONGEST_FRAMES = 5

const functions = z.array(z.string())

interface Talk {
  sn: string
  chlIndex: number
  /** There from the moment when the rights have been asked. */
  line?: TalkLine
}

/** What one viewer says to cameras. Needs the right to talk, which is asked at the beginning and again and again after. */
export class ViewerTalks {
  readonly #context: Context
  readonly #talks: Talks
  readonly #sender: MediaSender
  readonly #byChannel = new Map<number, Talk>()

  constructor(context: Context, talks: Talks, sender: MediaSender) {
    this.#context = context
    this.#talks = talks
    this.#sender = sender
  }

  /** Begins to talk on a channel of the socket, if that may be; the viewer is told either way. */
  async begin(channel: number, { sn, chlIndex }: Pick<Talk, 'sn' | 'chlIndex'>, who: Principal): Promise<void> {
    this.end(channel)
    const talk: Talk = { sn, chlIndex }
    this.#byChannel.set(channel, talk)
    const fault = await this.#faultFor(who, talk)
    if (this.#byChannel.get(channel) !== talk) return
    if (fault !== undefined) return this.#fail(channel, fault)
    const talkerId = this.#talks.talkerAt(talk)
    if (talkerId !== undefined) {
      this.#byChannel.delete(channel)
      const talker = await nameOfTalker(this.#context.db, who, talkerId)
      return this.#sender.say({ op: 'talk', channel, isOn: false, fault: 'busy', talker })
    }
    const line = this.#talks.begin(
      { sn, chlIndex, userId: who.userId },
      {
        onOpened: () => this.#sender.say({ op: 'talk', channel, isOn: true }),
        onFailed: (reason) => this.#byChannel.get(channel) === talk && this.#fail(channel, reason),
      },
    )
    talk.line = line
  }

  /** Takes a viewer's frame. False when it is none that anybody may say; what comes after the end of a talk is left alone. */
  hear(unit: MediaUnit, message: Uint8Array): boolean {
    if (unit.kind !== 'sound' || unit.codec !== mediaCodecs.pcmu) return false
    if (unit.data.byteLength > LONGEST_FRAMES * talkFormat.frameBytes) return false
    this.#byChannel.get(unit.channel)?.line?.send(message)
    return true
  }

  /** Asks the rights anew, for one device or for all. */
  recheck(who: Principal, sn?: string): void {
    for (const [channel, talk] of this.#byChannel) {
      if (talk.line === undefined || (sn !== undefined && talk.sn !== sn)) continue
      void this.#faultFor(who, talk).then((fault) => {
        if (fault === undefined || this.#byChannel.get(channel) !== talk) return
        talk.line?.close()
        this.#fail(channel, fault)
      })
    }
  }

  /** The viewer has done talking on this channel. */
  end(channel: number): void {
    this.#byChannel.get(channel)?.line?.close()
    this.#byChannel.delete(channel)
  }

  close(): void {
    for (const channel of this.#byChannel.keys()) this.end(channel)
  }

  async #faultFor(who: Principal, { sn, chlIndex }: Talk): Promise<TalkFault | undefined> {
    try {
      const row = await this.#context.rights.requireChannel(who, sn, chlIndex, 'talk')
      return functions.parse(JSON.parse(row.support_fun_json)).includes(INTERCOM_FUNCTION) ? undefined : 'unsupported'
    } catch (fault) {
      if (!(fault instanceof CallFault)) this.#context.log.error(fault, 'The rights of somebody who talks could not be asked')
      return fault instanceof CallFault && fault.code === 33005 ? 'not-found' : 'no-permission'
    }
  }

  #fail(channel: number, fault: TalkFault): void {
    this.#byChannel.delete(channel)
    this.#sender.say({ op: 'talk', channel, isOn: false, fault })
  }
}
