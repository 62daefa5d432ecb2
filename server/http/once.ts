import { CallFault } from '../call-fault.ts'
import type { Now } from '../clock.ts'
import { sha256 } from '../secrets.ts'

const KEEP_MS = 10 * 60_000

/** Does a change once: the same request from the same session within ten minutes gets the first answer again. */
export class Once {
  readonly #now: Now
  /** In the order of their making, so that the oldest come first. */
  readonly #answers = new Map<string, { atMs: number; question: string; answer: Promise<unknown> }>()

  constructor(now: Now) {
    this.#now = now
  }

  /**
   * `key` names the intent (session, call and `basic.id`), `data` is what was asked. Fails with 1000 when the same intent asks for
   * something else. A fault of the service itself is not kept: the next try may succeed.
   */
  async run(key: string, data: unknown, task: () => Promise<unknown>): Promise<unknown> {
    this.#forgetOld()
    const question = sha256(JSON.stringify(data) ?? '')
    const known = this.#answers.get(key)
    if (known !== undefined && known.question !== question) throw new CallFault(1000, { field: 'basic.id' })
    if (known !== undefined) return known.answer
    const answer = task()
    this.#answers.set(key, { atMs: this.#now(), question, answer })
    answer.catch((fault: unknown) => {
      if (!(fault instanceof CallFault)) this.#answers.delete(key)
    })
    return answer
  }

  #forgetOld(): void {
    const oldestMs = this.#now() - KEEP_MS
    for (const [key, { atMs }] of this.#answers) {
      if (atMs > oldestMs) return
      this.#answers.delete(key)
    }
  }
}
