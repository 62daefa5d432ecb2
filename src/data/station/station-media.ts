import type { CoreAnswer, CoreApi } from '#contract/core-api.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import type { MediaAnswers, MediaCore } from '../media/media-core.ts'

type State = { -readonly [Name in keyof MediaCore['state']]: MediaCore['state'][Name] }

/** What the video path needs to know of the world, on a screen that has no session: whether the service is there, and a way to tickets. */
export class StationMediaCore implements MediaCore {
  readonly tabId = crypto.randomUUID()
  readonly keepsPast = false
  readonly state: State = {
    session: { kind: 'starting' },
    push: 'idle',
    plugin: { kind: 'unloaded', reason: 'absent' },
    isServiceReachable: true,
    clockOffsetMs: 0,
  }
  readonly #listeners: (() => void)[] = []
  readonly #answers: Partial<MediaAnswers>

  /** `takeTicket` throws `CallError`; `check` looks whether the service is there. */
  constructor(takeTicket: () => Promise<string>, check: () => Promise<boolean>) {
    this.#answers = {
      isServiceThere: check,
      relayAddress: async () => {
        const url = new URL(MEDIA_PATH, location.href)
        url.protocol = url.protocol.replace('http', 'ws')
        return { url: url.href, ticket: await takeTicket() }
      },
    }
  }

  onState(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** The service can be reached, or not; `offsetMs`: its clock minus this machine's. */
  tell({ isReachable, offsetMs }: { isReachable: boolean; offsetMs: number }): void {
    Object.assign(this.state, {
      isServiceReachable: isReachable,
      push: isReachable ? 'open' : 'retrying',
      clockOffsetMs: offsetMs,
      // The video path asks only whether somebody is there.
      session: { kind: isReachable ? 'signed-in' : 'starting' } as State['session'],
    })
    for (const listener of this.#listeners) listener()
  }

  /** A screen keeps nothing on its machine, and nobody is idle on it. */
  async ask<Q extends keyof MediaAnswers>(question: Q, ...asked: Parameters<CoreApi[Q]>): Promise<CoreAnswer<Q>> {
    const answer = this.#answers[question]
    return answer === undefined ? (undefined as CoreAnswer<Q>) : answer(...asked)
  }
}
