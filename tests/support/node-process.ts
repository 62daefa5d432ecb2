import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { bareEnv } from './bare-env.ts'
import { freePort } from './stack.ts'
import type { TestService } from './service.ts'

const main = resolve(import.meta.dirname, '../../server/main.ts')

/** One more node of a service on PostgreSQL, as a process of its own. */
export class NodeProcess {
  readonly url: string
  readonly #process: ChildProcess

  private constructor(url: string, process: ChildProcess) {
    this.url = url
    this.#process = process
  }

  static async start(beside: TestService): Promise<NodeProcess> {
    const port = await freePort()
    const env = {
      ...bareEnv(),
      SIGHTLINE_DATA: beside.folder,
      SIGHTLINE_DATABASE_URL: beside.databaseUrl,
      SIGHTLINE_PORT: String(port),
    }
    const child = fork(main, [], { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [message] = (await once(child, 'message')) as [{ kind?: string; url?: string }]
    if (message.url === undefined) throw new Error('The node did not say where it is.')
    return new NodeProcess(message.url, child)
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }
}
