import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DemoNote } from '#server/demo/seed.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { bareEnv } from './bare-env.ts'
import { ServiceClient } from './service-client.ts'
import { demoDevices } from './service.ts'
import { freePort } from './stack.ts'

const main = resolve(import.meta.dirname, '../../server/main.ts')

interface ProcessOptions {
  /** PostgreSQL database; a file in the process's folder unless named. */
  databaseUrl?: string
  /** Flags of Node, such as `--cpu-prof`. */
  execArgv?: string[]
}

/** A service in a process of its own, with the demonstration organization, a folder and a port that outlive the process. */
export class ServiceProcess {
  readonly folder: string
  readonly url: string
  readonly #port: number
  readonly #options: ProcessOptions
  #child: ChildProcess | undefined
  /** Settles when the service runs, which it may do already. */
  #up: Promise<void> = Promise.resolve()

  private constructor(folder: string, port: number, options: ProcessOptions) {
    this.folder = folder
    this.url = `http://127.0.0.1:${port}`
    this.#port = port
    this.#options = options
  }

  static async start(options: ProcessOptions = {}): Promise<ServiceProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-process-'))
    await writeFile(join(folder, 'devices.json'), JSON.stringify(Object.values(demoDevices)))
    const service = new ServiceProcess(folder, await freePort(), options)
    await service.#run(['--demo', join(folder, 'devices.json')])
    return service
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Waits until the service runs, when it does not. */
  async up(): Promise<void> {
    await this.#up
  }

  async signInAdministrator(): Promise<ServiceClient> {
    const { users } = JSON.parse(await readFile(join(this.folder, 'demo.json'), 'utf8')) as DemoNote
    const admin = users.find(({ role }) => role === 'administrator')
    if (admin === undefined) throw new Error('There is no administrator.')
    return new ServiceClient(this.url).signIn(admin)
  }

  /** The database beside the service; to be destroyed. */
  async openDatabase(): Promise<Db> {
    return openDatabase(this.#options.databaseUrl ?? join(this.folder, 'sightline.db'))
  }

  /** Kills it without a word, and starts it again. */
  async crash(): Promise<void> {
    const back = Promise.withResolvers<void>()
    this.#up = back.promise
    await this.stop('SIGKILL')
    await this.#run([])
    back.resolve()
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    this.#child = undefined
  }

  async close(): Promise<void> {
    await this.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  async #run(args: string[]): Promise<void> {
    const { databaseUrl = '', execArgv = [] } = this.#options
    const places = { SIGHTLINE_PORT: String(this.#port), SIGHTLINE_DATA: this.folder, SIGHTLINE_DATABASE_URL: databaseUrl }
    const env = { ...bareEnv(), SIGHTLINE_LOG: 'error', ...places }
    const child = fork(main, args, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child = child
    await new Promise<void>((ready, fail) => {
      child.once('message', () => ready())
      child.once('exit', (code) => fail(new Error(`The service ended with ${code}.`)))
    })
  }
}
