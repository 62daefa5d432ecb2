import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase, type Db } from '#server/db/open.ts'
import { ServiceClient } from './service-client.ts'
import type { ApartService, PersonApart, ToChild } from './service-apart-main.ts'

/** A test service in a process apart, whose clock moves and whose memory can be looked at. */
export class ServiceApart {
  readonly #child: ChildProcess
  readonly #service: ApartService

  private constructor(child: ChildProcess, service: ApartService) {
    this.#child = child
    this.#service = service
  }

  static async start(): Promise<ServiceApart> {
    const child = fork(join(import.meta.dirname, 'service-apart-main.ts'), { execArgv: ['--expose-gc'] })
    const service = await Promise.race([
      once(child, 'message').then(([message]) => message as ApartService),
      once(child, 'exit').then(() => Promise.reject(new Error('The process of the service ended before it was there.'))),
    ])
    return new ServiceApart(child, service)
  }

  get url(): string {
    return this.#service.url
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
