import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { freePort } from './stack.ts'

const BUCKET = 'recordings'
/** Key and secret, the only ones that this server knows. */
const KEY = 'S3RVER'

/** An S3-compatible server with one bucket, on a port of its own. It checks signatures. */
export class S3Server {
  readonly #port: number
  readonly #folder: string
  #running: S3rver | undefined

  private constructor(port: number, folder: string) {
    this.#port = port
    this.#folder = folder
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server(await freePort(), await mkdtemp(join(tmpdir(), 'sightline-s3-')))
    await server.run()
    return server
  }

  /** Address of the bucket for the settings, with key and secret. */
  url({ key = KEY, secret = KEY, bucket = BUCKET } = {}): string {
    return `http://${key}:${secret}@127.0.0.1:${this.#port}/${bucket}`
  }

  async run(): Promise<void> {
    const place = { address: '127.0.0.1', port: this.#port, directory: this.#folder }
    this.#running = new S3rver({ ...place, silent: true, configureBuckets: [{ name: BUCKET }] })
    await this.#running.run()
  }

  /** Goes away; what it holds stays for the next run. */
  async halt(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }

  /** Whether it holds an object, on its own disk. */
  async holds(key: string): Promise<boolean> {
    return access(join(this.#folder, BUCKET, `${key}._S3rver_object`)).then(
      () => true,
      () => false,
    )
  }

  async close(): Promise<void> {
    await this.halt()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
