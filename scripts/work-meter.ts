import { existsSync } from 'node:fs'
import { descendants, type ProcessInfo, processes } from '#tests/support/process-table.ts'

const LOOK_EVERY_MS = 500

/** Counts what a process and all that it starts work, by looking at them every now and then; what has lost its parent is followed on. */
export class WorkMeter {
  /** How long each has worked, ms; by pid and beginning, since numbers are given again. */
  readonly #workMs = new Map<string, number>()
  readonly #pid: number
  readonly #timer: NodeJS.Timeout

  constructor(pid: number) {
    this.#pid = pid
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  /** Ends it. Answers with the seconds that processors have worked; 0 where a system does not tell. */
  stop(): number {
    clearInterval(this.#timer)
    return [...this.#workMs.values()].reduce((sum, ms) => sum + ms, 0) / 1000
  }

  #look(): void {
    if (!existsSync('/proc/self/stat')) return
    const all = processes()
    const known = all.filter((one) => one.pid === this.#pid || this.#workMs.has(nameOf(one))).map(({ pid }) => pid)
    const tree = new Set(descendants(all, known))
    for (const one of all) if (tree.has(one.pid)) this.#workMs.set(nameOf(one), one.ownWorkMs)
  }
}

const nameOf = ({ pid, beganTicks }: ProcessInfo) => `${pid} ${beganTicks}`
