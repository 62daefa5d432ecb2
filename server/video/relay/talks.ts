import type { Rate } from '#contract/define-call.ts'
import type { TalkFault } from '#contract/sound.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Now } from '../../runtime/clock.ts'
import type { DeviceLinks } from '../../devices/device-links.ts'
import type { TalkLine } from '../../devices/gateway/device-talk.ts'
import { RateLimiter } from '../../http/rate-limiter.ts'

/** More often nobody presses the button. */
const RATE: Rate = { calls: 120, perMs: 60_000 }

/** A channel's camera, as somebody wants to talk to it. */
export interface TalkPlace {
  sn: string
  chlIndex: number
  userId: string
}

/** Who talks to which camera, of all viewers of this service: one at a time. */
export class Talks {
  readonly #links: Pick<DeviceLinks, 'openTalk'>
  readonly #rates: RateLimiter
  readonly #talkers = new Map<string, { userId: string }>()

  constructor(links: Pick<DeviceLinks, 'openTalk'>, now: Now) {
    this.#links = links
    this.#rates = new RateLimiter(now)
  }

  /** Counts that a session wants to talk. False when it has done so too often. */
  mayAsk(sessionId: string): boolean {
    if (this.#rates.isSpent(sessionId, RATE)) return false
    this.#rates.add(sessionId, RATE)
    return true
  }

  /** The person who talks to this camera now. */
  talkerAt({ sn, chlIndex }: Pick<TalkPlace, 'sn' | 'chlIndex'>): string | undefined {
    return this.#talkers.get(channelKey(sn, chlIndex))?.userId
  }

  /** Takes the line to a camera that nobody talks to. `onFailed` is called at most once, maybe before this returns; the line is free then. */
  begin({ sn, chlIndex, userId }: TalkPlace, sink: { onOpened: () => void; onFailed: (fault: TalkFault) => void }): TalkLine {
    const key = channelKey(sn, chlIndex)
    const talker = { userId }
    this.#talkers.set(key, talker)
    const free = () => {
      if (this.#talkers.get(key) === talker) this.#talkers.delete(key)
    }
    const failed = (fault: TalkFault) => {
      free()
      sink.onFailed(fault)
    }
    const line = this.#links.openTalk({ sn, chlIndex, sink: { opened: sink.onOpened, failed } })
    return {
      send: (frame) => line.send(frame),
      close: () => {
        free()
        line.close()
      },
    }
  }
}
