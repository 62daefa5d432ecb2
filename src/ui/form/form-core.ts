import type { ReactNode } from 'react'
import { type Fault, faultOf } from '../../lib/fault.ts'
import { noteUnsaved, settleUnsaved } from '../../lib/unsaved.ts'

/** What is wrong, beside each field; `form`: with none in particular. */
export type Trouble<F extends string> = Partial<Record<F | 'form', ReactNode>>

/** Where the texts of a form are kept beyond its closing. */
export interface Draft {
  get: () => Promise<Record<string, string> | undefined>
  /** Without values the draft is dropped. */
  put: (values?: Record<string, string>) => Promise<void>
}

interface FormState<V extends object> {
  /** What was changed; the other fields stand as they were. */
  typed: Partial<V>
  trouble: Trouble<keyof V & string>
  isBusy: boolean
  /** Counts what was complained about: the focus goes to the first wrong field each time. */
  complaints: number
}

/** A form without its looks: what was typed, what is wrong with it, and the one attempt to send it that may be under way. */
export class FormCore<V extends object> {
  readonly #draft: Draft | undefined
  readonly #listeners = new Set<() => void>()
  #state: FormState<V> = { typed: {}, trouble: {}, isBusy: false, complaints: 0 }
  #isTouched = false
  /** The end of what is done in turn. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Null where there is no document, and of a form that has no element. */
  #place: Element | null = null

  constructor(draft?: Draft) {
    this.#draft = draft
  }

  readonly read = (): FormState<V> => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** It stands here in the document from now on. */
  open(place: Element | null): void {
    this.#place = place
  }

  /** It may be only hidden: whether one is closed that has a place shows in the document. */
  close(): void {
    if (this.#place === null) settleUnsaved(this)
  }

  /** Brings back what was kept of these fields, unless somebody was faster. A form that has changed since knows its own fields only. */
  async recall(fields: readonly string[]): Promise<void> {
    const kept = Object.entries((await this.#draft?.get()) ?? {}).filter(([field]) => fields.includes(field))
    if (!this.#isTouched && kept.length > 0) this.#change({ typed: Object.fromEntries(kept) as Partial<V> })
  }

  set<N extends keyof V>(name: N, value: V[N]): void {
    const typed = { ...this.#state.typed, [name]: value }
    this.#isTouched = true
    // A form that is closed already loses nothing any more.
    if (this.#listeners.size > 0) noteUnsaved(this, this.#place)
    // Under the hand of whoever mends it, a complaint is gone; the others stand.
    this.#change({ typed, trouble: { ...this.#state.trouble, [name]: undefined, form: undefined } })
    void this.#draft?.put(typed as Record<string, string>)
  }

  refuse(trouble: Trouble<keyof V & string>): void {
    this.#change({ trouble, complaints: this.#state.complaints + 1 })
  }

  /** Does this unless something is under way; false when it was not done. `troubleOf`: what is said of an error of a call. */
  async attempt(work: () => Promise<unknown>, troubleOf: (fault: Fault) => Trouble<keyof V & string>): Promise<boolean> {
    return !this.#state.isBusy && this.attemptInTurn(work, troubleOf)
  }

  /** Does this after all that is under way: nothing is lost. False when it was not done. */
  attemptInTurn(work: () => Promise<unknown>, troubleOf: (fault: Fault) => Trouble<keyof V & string>): Promise<boolean> {
    const attempt = this.#state.isBusy ? this.#turn.then(() => this.#attempt(work, troubleOf)) : this.#attempt(work, troubleOf)
    this.#turn = attempt.catch(() => undefined)
    return attempt
  }

  async #attempt(work: () => Promise<unknown>, troubleOf: (fault: Fault) => Trouble<keyof V & string>): Promise<boolean> {
    this.#change({ isBusy: true, trouble: {} })
    try {
      const fault = await faultOf(work())
      if (fault) this.refuse(troubleOf(fault))
      else settleUnsaved(this)
      return fault === undefined
    } finally {
      this.#change({ isBusy: false })
    }
  }

  /** All fields are as they were at first, and nothing is kept. */
  drop(): void {
    this.#isTouched = true
    settleUnsaved(this)
    this.#change({ typed: {} })
    void this.#draft?.put()
  }

  #change(change: Partial<FormState<V>>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
