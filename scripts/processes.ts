import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.ts'

/** A process of ours: what runs, and one line for the person who started it. */
export interface ProcessPlan {
  name: string
  entry: string
  args?: string[]
  does: string
  env?: Record<string, string>
}

/** It ended before it was ready; it has said why itself, on its standard error. */
export class ProcessFailed extends Error {
  readonly exitCode: number
  constructor(name: string, exitCode: number) {
    super(`The ${name} could not start.`)
    this.exitCode = exitCode
  }
}

const RESTART_PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000]
const STOP_PATIENCE_MS = 4_000

/** Starts processes, starts again those that die, and stops all of them. */
export class Processes {
  readonly #running = new Map<string, ChildProcess>()
  /** Those that died, by name: the timers that start them again. */
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  /** Those that are stopped in order to be started anew. */
  readonly #replaced = new WeakSet<ChildProcess>()
  #isStopping = false

  /** Starts a process and waits until it says that it is ready. Throws `ProcessFailed` when it ends before, on the first attempt. */
  start(plan: ProcessPlan, failures = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = fork(join(root, plan.entry), plan.args ?? [], {
        execArgv: [],
        env: { ...process.env, ...plan.env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      this.#running.set(plan.name, child)
      let isReady = false
      child.on('message', (message: { kind?: string }) => {
        if (message.kind !== 'ready') return
        isReady = true
        resolve()
      })
      child.on('exit', (code) => {
        this.#running.delete(plan.name)
        if (this.#isStopping) return resolve()
        if (this.#replaced.has(child)) return this.#startLater(plan, 0, 1)
        if (!isReady && failures === 0) return reject(new ProcessFailed(plan.name, code ?? 1))
        const pauseMs = RESTART_PAUSES_MS[isReady ? 0 : Math.min(failures, RESTART_PAUSES_MS.length - 1)] as number
        console.error(`The ${plan.name} ended (${code ?? 'killed'}); it starts again in ${pauseMs / 1000} s.`)
        this.#startLater(plan, pauseMs, isReady ? 1 : failures + 1)
      })
    })
  }

  /** Stops the process and starts it with its files as they are now. */
  startAnew(plan: ProcessPlan): void {
    console.error(`The ${plan.name} starts anew, since its files have changed.`)
    const child = this.#running.get(plan.name)
    if (child === undefined) return this.#startLater(plan, 0, 1)
    if (this.#replaced.has(child)) return
    this.#replaced.add(child)
    void stop(child, STOP_PATIENCE_MS)
  }

  #startLater(plan: ProcessPlan, pauseMs: number, failures: number): void {
    clearTimeout(this.#waiting.get(plan.name))
    const timer = setTimeout(() => {
      this.#waiting.delete(plan.name)
      if (!this.#isStopping) void this.start(plan, failures)
    }, pauseMs)
    this.#waiting.set(plan.name, timer)
  }

  /** Stops everything; what does not end by itself is killed after `patienceMs`. */
  async stop(patienceMs = STOP_PATIENCE_MS): Promise<void> {
    this.#isStopping = true
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    await Promise.all([...this.#running.values()].map((child) => stop(child, patienceMs)))
  }
}

/** Asks a process to end, kills it when it does not, and waits until it is gone. */
function stop(child: ChildProcess, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
