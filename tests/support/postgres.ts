import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPostgres, POSTGRES_VERSIONS } from './find-postgres.ts'
import { freePort } from './stack.ts'

const USER = 'sightline'
// Nothing of it outlives the tests, so nothing needs to reach the disk.
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'unix_socket_directories=']
// The server ends when its standard input does, that is: with whoever started it, however that one ends.
const UNTIL_STDIN_ENDS = '"$@" & server=$!; cat > /dev/null; kill -INT $server; wait $server'

/** A real PostgreSQL server with a temporary folder, a port and a password of its own, for as long as this process lives. */
export class PostgresServer {
  readonly #folder: string
  readonly #launch: () => ChildProcess
  readonly #origin: string
  #process: ChildProcess

  private constructor(folder: string, launch: () => ChildProcess, origin: string) {
    this.#folder = folder
    this.#launch = launch
    this.#origin = origin
    this.#process = launch()
  }

  /** `auth`: how whoever connects shows the password. As a rule not the way that takes long on purpose, on both sides: tests connect a thousand times, by the loopback. */
  static async start({ auth = 'md5' }: { auth?: 'md5' | 'scram-sha-256' } = {}): Promise<PostgresServer> {
    const bin = findPostgres()
    if (bin === undefined) throw new Error(`There is no PostgreSQL in ${POSTGRES_VERSIONS}.`)
    const folder = mkdtempSync(join(tmpdir(), 'sightline-postgres-'))
    const data = join(folder, 'data')
    const password = randomBytes(12).toString('hex')
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, password)
    const owner = ordinaryUser()
    if (owner !== undefined) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
    const options = { ...owner, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } }
    const access = ['--username', USER, '--pwfile', passwordFile, '--auth', auth]
    execFileSync(join(bin, 'initdb'), ['--pgdata', data, ...access, '--encoding', 'UTF8', '--no-sync'], { ...options, stdio: 'ignore' })
    const port = await freePort()
    const places = ['-D', data, '-h', '127.0.0.1', '-p', String(port)]
    const command = [join(bin, 'postgres'), ...places, ...settings.flatMap((setting) => ['-c', setting])]
    const launch = () => spawn('sh', ['-c', UNTIL_STDIN_ENDS, 'sh', ...command], { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
    const server = new PostgresServer(folder, launch, `postgres://${USER}:${password}@127.0.0.1:${port}`)
    await ready(server.#process)
    return server
  }

  /** The address of one of its databases; `postgres` is there from the start. */
  url(database = 'postgres'): string {
    return `${this.#origin}/${database}`
  }

  /** Stops and starts it; `meanwhile` happens while it is away. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    await this.#end()
    await meanwhile()
    this.#process = this.#launch()
    await ready(this.#process)
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #end(): Promise<void> {
    const ended = once(this.#process, 'close')
    this.#process.stdin?.end()
    await ended
  }
}

/** Resolves when the server says that it takes connections; rejects with what it said when it ends before. */
async function ready(server: ChildProcess): Promise<void> {
  const said: string[] = []
  if (server.stderr === null) throw new Error('The server was started without its standard error.')
  const lines = createInterface(server.stderr)
  await new Promise<void>((done, fail) => {
    lines.on('line', (line) => {
      if (line.includes('ready to accept connections')) done()
      said.push(line)
    })
    server.once('close', () => fail(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)))
  })
  // What it says later is of no interest, but has to be read.
  lines.removeAllListeners('line').on('line', () => {})
}

/** PostgreSQL refuses to run as root: then it runs as the user that Debian made for it, else as nobody. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (user === undefined) throw new Error('There is neither a user postgres nor a user nobody to run PostgreSQL as.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}
