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
  /** Started again when its own files change. */
  watch?: boolean
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
  #isStopping = false

  /** Starts a process and waits until it says that it is ready. Throws `ProcessFailed` when it ends before. */
  start(plan: ProcessPlan, failures = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = fork(join(root, plan.entry), plan.args ?? [], {
        execArgv: plan.watch ? ['--watch', '--watch-preserve-output'] : [],
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
        if (!isReady && failures === 0) return reject(new ProcessFailed(plan.name, code ?? 1))
        this.#restart(plan, isReady ? 0 : failures, code)
      })
    })
  }

  #restart(plan: ProcessPlan, failures: number, code: number | null): void {
    const pauseMs = RESTART_PAUSES_MS[Math.min(failures, RESTART_PAUSES_MS.length - 1)] as number
    console.error(`The ${plan.name} ended (${code ?? 'killed'}); it starts again in ${pauseMs / 1000} s.`)
    setTimeout(() => {
      if (!this.#isStopping) this.start(plan, failures + 1).catch((error: Error) => console.error(error.message))
    }, pauseMs).unref()
  }

  /** Stops everything; what does not end by itself is killed after four seconds. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      [...this.#running.values()].map(
        (child) =>
          new Promise<void>((resolve) => {
            const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS)
            child.on('exit', () => {
              clearTimeout(timer)
              resolve()
            })
            child.kill('SIGTERM')
          }),
      ),
    )
  }
}
