import type { Now } from '../runtime/clock.ts'
import { GuessGuard } from './guess-guard.ts'

const LIMITS = { each: { calls: 5, perMs: 5 * 60_000 }, all: 50 }

/**
 * Keeps people from guessing security codes: an organization has five wrong tries for a device within five minutes, there or not. Another
 * one that guesses keeps the owner from nothing, and ten of them leave them one try.
 */
export class BindGuard {
  readonly #guesses: GuessGuard

  constructor(now: Now) {
    this.#guesses = new GuessGuard(now, LIMITS)
  }

  /** Counts a try of this organization as wrong until `succeeded` says otherwise. Fails with too-frequent when there were too many. */
  begin(sn: string, organizationId: string): void {
    this.#guesses.begin(sn, { key: organizationId })
  }

  succeeded(sn: string, organizationId: string): void {
    this.#guesses.wasRight(sn, { key: organizationId })
  }
}
