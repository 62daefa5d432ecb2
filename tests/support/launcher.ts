import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { bareEnv } from './bare-env.ts'
import { type ProcessInfo, processes } from './process-table.ts'

const projectFolder = dirname(dirname(import.meta.dirname))

/** What `npm start` runs. */
const bootstrap = ['node', join(projectFolder, 'scripts', 'bootstrap.mjs'), 'scripts/launch.ts']
/** With npm itself in front, as people start it. */
export const throughNpm = ['npm', '--prefix', projectFolder, 'start', '--']

/** `npm start` or `npm run dev` as a real process in a process group of its own, which is what a terminal's Ctrl-C reaches. */
export class Launcher {
  readonly child: ChildProcess
  readonly startedMs = performance.now()
  readonly exited: Promise<number | null>
  output = ''
  errors = ''

  constructor(env: Record<string, string>, args: string[] = [], command = bootstrap) {
    this.child = spawn(command[0] as string, [...command.slice(1), ...args], {
      // Not the project's folder: the two commands work from anywhere.
      cwd: '/',
      env: { ...bareEnv(), ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()))
    this.exited = new Promise((resolve) => this.child.on('close', resolve))
  }

  /** Waits for the greeting. Throws with what it said when it ends before, or after `withinMs`. */
  async greeted(withinMs: number): Promise<void> {
    const isOver = () => this.output.includes('Ctrl-C stops all of it.') || this.child.exitCode !== null
    await vi.waitUntil(isOver, { timeout: withinMs, interval: 20 })
    if (this.child.exitCode !== null) throw new Error(`It ended with ${this.child.exitCode}: ${this.errors}`)
  }

  /** Its processes that live, the launcher's own included. */
  alive(): ProcessInfo[] {
    return processes().filter(({ group }) => group === this.child.pid)
  }

  /** The process of this entry, such as `server/main.ts`. */
  processOf(entry: string): number | undefined {
    return this.alive().find(({ command }) => command.includes(join(projectFolder, entry)))?.pid
  }

  /** Sends a signal to all of its processes, as a terminal does. */
  signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-(this.child.pid as number), signal)
    } catch {
      // None is left.
    }
  }
}
