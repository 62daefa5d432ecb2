import * as z from 'zod/mini'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { INTERCOM_FUNCTION, talkFormat, type TalkFault } from '#contract/sound.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { nameOfTalker } from './name-of-talker.ts'
import type { TalkLine } from '../../devices/gateway/device-talk.ts'
import type { MediaSender } from './media-sender.ts'
import type { TalkTrail } from './talk-trail.ts'
import type { Talks } from './talks.ts'

/** A frame may be up to this many times as long as agreed; nobody needs longer ones. */
const LONGEST_FRAMES = 5

const functions = z.array(z.string())

interface Talk {
  sn: string
  chlIndex: number
  /** Of the socket, by now. */
  channel: number
  /** There from the moment when the rights have been asked. */
  line?: TalkLine
  /** There while somebody is heard: writes down that it is over. */
  note?: () => void
}

interface ViewerTalksParts {
  context: Context
  talks: Talks
  trail: TalkTrail
  sender: MediaSender
  /** Network address of the viewer. */
  address: string
}

/** What one viewer says to cameras. Needs the right to talk, which is asked at the beginning and again and again after. */
export class ViewerTalks {
  readonly #parts: ViewerTalksParts
  readonly #byChannel = new Map<number, Talk>()

  constructor(parts: ViewerTalksParts) {
    this.#parts = parts
  }

  /** Begins to talk on a channel of the socket, if that may be; the viewer is told either way. */
  async begin(channel: number, { sn, chlIndex }: Pick<Talk, 'sn' | 'chlIndex'>, who: Principal): Promise<void> {
    const { context, talks, trail, sender, address } = this.#parts
    this.end(channel)
    const talk: Talk = { sn, chlIndex, channel }
    this.#byChannel.set(channel, talk)
    if (!talks.mayAsk(who.sessionId)) return this.#fail(talk, 'refused')
    const fault = await this.#faultFor(who, talk)
    if (!this.#isOn(talk)) return
    const by = { ...who, address }
    const refuse = (reason: TalkFault, talker?: string) => {
      trail.refuse(talk, reason, by)
      this.#fail(talk, reason, talker)
    }
    if (fault !== undefined) return refuse(fault)
    const talkerId = talks.talkerAt(talk)
    if (talkerId !== undefined) {
      const talker = await nameOfTalker(context.db, who, talkerId)
      return this.#isOn(talk) ? refuse('busy', talker) : undefined
    }
    talk.line = talks.begin(
      { sn, chlIndex, userId: who.userId },
      {
        onOpened: () => {
          talk.note ??= trail.begin(talk, by)
          sender.say({ op: 'talk', channel: talk.channel, isOn: true })
        },
        onFailed: (reason) => {
          if (!this.#isOn(talk)) return
          if (talk.note === undefined) refuse(reason)
          else this.#fail(talk, reason)
        },
      },
    )
  }

  /** A talk goes on on another channel of the same camera. False when there is none. */
  move(from: number, channel: number, { sn, chlIndex }: Pick<Talk, 'sn' | 'chlIndex'>): boolean {
    const talk = this.#byChannel.get(from)
    if (talk?.sn !== sn || talk.chlIndex !== chlIndex) return false
    if (from !== channel) this.end(channel)
    this.#byChannel.delete(from)
    talk.channel = channel
    this.#byChannel.set(channel, talk)
    // Said on the other channel just now, it may not have been heard.
    if (talk.note !== undefined) this.#parts.sender.say({ op: 'talk', channel, isOn: true })
    return true
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
    for (const talk of this.#byChannel.values()) {
      if (talk.line === undefined || (sn !== undefined && talk.sn !== sn)) continue
      void this.#faultFor(who, talk).then((fault) => {
        if (fault !== undefined && this.#isOn(talk)) this.#fail(talk, fault)
      })
    }
  }

  /** The viewer has done talking on this channel. */
  end(channel: number): void {
    const talk = this.#byChannel.get(channel)
    if (talk !== undefined) this.#drop(talk)
  }

  close(): void {
    for (const talk of this.#byChannel.values()) this.#drop(talk)
  }

  #isOn(talk: Talk): boolean {
    return this.#byChannel.get(talk.channel) === talk
  }

  async #faultFor(who: Principal, { sn, chlIndex }: Talk): Promise<TalkFault | undefined> {
    const { context } = this.#parts
    try {
      const row = await context.rights.requireChannel(who, sn, chlIndex, 'talk')
      return functions.parse(JSON.parse(row.support_fun_json)).includes(INTERCOM_FUNCTION) ? undefined : 'unsupported'
    } catch (fault) {
      if (!(fault instanceof CallFault)) context.log.error(fault, 'The rights of somebody who talks could not be asked')
      return fault instanceof CallFault && fault.error === 'channel-missing' ? 'not-found' : 'no-permission'
    }
  }

  #fail(talk: Talk, fault: TalkFault, talker?: string): void {
    this.#drop(talk)
    this.#parts.sender.say({ op: 'talk', channel: talk.channel, isOn: false, fault, talker })
  }

  #drop(talk: Talk): void {
    this.#byChannel.delete(talk.channel)
    talk.line?.close()
    talk.note?.()
  }
}
