import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase, type Db } from '#server/db/open.ts'
import { ServiceClient } from './service-client.ts'
import type { ServiceOptions } from './service.ts'
import type { ApartService, PersonApart, ToChild, Watched } from './service-apart-main.ts'

/** A test service in a process apart, whose clock moves and whose memory can be looked at. */
export class ServiceApart {
  readonly #child: ChildProcess
  readonly #service: ApartService

  private constructor(child: ChildProcess, service: ApartService) {
    this.#child = child
    this.#service = service
  }

  static async start(options: ServiceOptions = {}): Promise<ServiceApart> {
    const program = join(import.meta.dirname, 'service-apart-main.ts')
    const child = fork(program, [JSON.stringify(options)], { execArgv: ['--expose-gc'] })
    const service = await Promise.race([
      once(child, 'message').then(([message]) => message as ApartService),
      once(child, 'exit').then(() => Promise.reject(new Error('The process of the service ended before it was there.'))),
    ])
    return new ServiceApart(child, service)
  }

  get url(): string {
    return this.#service.url
  }

  /** Where its data lies. */
  get folder(): string {
    return this.#service.folder
  }

  /** The service's clock when it started, epoch ms. */
  get startedAtMs(): number {
    return this.#service.nowMs
  }

  signIn(name: PersonApart): Promise<ServiceClient> {
    return new ServiceClient(this.url).signIn(this.#service.people[name])
  }

  openDatabase(): Promise<Db> {
    return openDatabase(this.#service.database)
  }

  advance(ms: number): void {
    this.#tell({ kind: 'advance', ms })
  }

  /** What its objects take, after all that nobody holds is gone. */
  async heapBytes(): Promise<number> {
    this.#tell({ kind: 'heap' })
    const [{ heapBytes }] = (await once(this.#child, 'message')) as [{ heapBytes: number }]
    return heapBytes
  }

  /** How much larger its process became at most while something was done, and the longest time in which it did nothing else. */
  async watch(work: () => Promise<void>): Promise<Watched> {
    this.#tell({ kind: 'watch' })
    await work()
    this.#tell({ kind: 'watched' })
    const [watched] = (await once(this.#child, 'message')) as [Watched]
    return watched
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#tell({ kind: 'close' })
    await ended
  }

  #tell(message: ToChild): void {
    this.#child.send(message)
  }
}
