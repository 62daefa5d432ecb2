import { codeOf } from '#contract/errors.ts'
import type { TalkFault } from '#contract/sound.ts'
import { SUCCESS } from '#contract/envelope.ts'
import { amendAudit, audit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { TALK_PATH } from '../../access/operations.ts'

/** A channel's camera that is talked to. */
interface Place {
  sn: string
  chlIndex: number
}

type Talker = Pick<Caller, 'userId' | 'organizationId' | 'address'>

/** What a call would have answered that asked for the same. */
const codeOfFault: Record<TalkFault, number> = {
  busy: codeOf('wrong-state'),
  unsupported: codeOf('device-cannot'),
  'no-permission': codeOf('no-permission'),
  'not-found': codeOf('channel-missing'),
  offline: codeOf('device-offline'),
  refused: codeOf('device-command-failed'),
  failed: codeOf('device-command-failed'),
}

/** Talks in the audit trail: a line from the moment when somebody is heard, completed when that is over; and one for whoever was not. */
export class TalkTrail {
  readonly #context: Pick<Context, 'db' | 'now' | 'log'>
  readonly #underWay = new Set<Promise<void>>()

  constructor(context: Pick<Context, 'db' | 'now' | 'log'>) {
    this.#context = context
  }

  /** Somebody is heard from now on. What is returned is to be called when that is over. */
  begin({ sn, chlIndex }: Place, by: Talker): () => void {
    const fromMs = this.#context.now()
    const talk = { sn, chlIndex, fromMs }
    const line = audit({ db: this.#context.db, now: () => fromMs }, { path: TALK_PATH, input: talk, code: SUCCESS, by })
    this.#keep(line.then(() => {}))
    return () => {
      const untilMs = this.#context.now()
      this.#keep(line.then((id) => amendAudit(this.#context, id, { ...talk, untilMs })))
    }
  }

  /** Somebody wanted to talk, and was not heard. */
  refuse({ sn, chlIndex }: Place, fault: TalkFault, by: Talker): void {
    this.#keep(audit(this.#context, { path: TALK_PATH, input: { sn, chlIndex }, code: codeOfFault[fault], by }).then(() => {}))
  }

  /** Resolves when everything up to now is written. */
  async written(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  #keep(work: Promise<void>): void {
    const kept = work
      .catch((fault: unknown) => this.#context.log.error(fault, 'A talk could not be written into the audit trail'))
      .finally(() => this.#underWay.delete(kept))
    this.#underWay.add(kept)
  }
}
