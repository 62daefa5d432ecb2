import crypto from 'node:crypto'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { freePort } from './stack.ts'

const BUCKET = 'recordings'
/** Key and secret, the only ones that this server knows. */
const KEY = 'S3RVER'

/** By what the server names the next page of a list: DES, which OpenSSL has no more by itself; with the same key three times it is there. */
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const create: (cipher: string, key: crypto.CipherKey, ...rest: never[]) => unknown = crypto[name]
  const withDes: typeof create = (cipher, key, ...rest) =>
    cipher === 'des' && key instanceof Buffer
      ? create('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
      : create(cipher, key, ...rest)
  Reflect.set(crypto, name, withDes)
}

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
    // A question about a bucket may be signed with the slash behind its name, which this server leaves out unless it stands in the host's place.
    this.#running.middleware.splice(-1, 0, (context, next) => {
      if (/^\/[^/]+\/$/.test(context.path)) {
        context.state.vhost = true
        context.mountPath = '/'
      }
      return next()
    })
    await this.#running.run()
  }

  /** Goes away; what it holds stays for the next run. */
  async halt(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }

  /** Whether it holds an object, on its own disk. */
  async holds(key: string): Promise<boolean> {
    return access(this.fileOf(key)).then(
      () => true,
      () => false,
    )
  }

  /** Where it keeps an object. */
  fileOf(key: string): string {
    return join(this.#folder, BUCKET, `${key}._S3rver_object`)
  }

  async close(): Promise<void> {
    await this.halt()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
