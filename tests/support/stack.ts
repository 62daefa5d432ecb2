import { type ChildProcess, execFile, fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = dirname(dirname(import.meta.dirname))
const preload = (name: string) => ['--import', pathToFileURL(join(import.meta.dirname, name)).href]

/** Below those that the kernel gives to whoever asks for any port, and to each connection: it would give away a free one before it is used. */
const FIRST_PORT = 19_000
const PORTS_OF_A_PROCESS = 80
const BLOCKS = 160
/** By pairs: the first of a block says that it is taken, and its neighbour stays free. */
let portsAsked = 2
let block: Promise<number> | undefined

/** A port that nobody uses, and that no other process that runs tests asks for; nor the one behind it, which `npm run dev` takes too. */
export async function freePort(): Promise<number> {
  block ??= takeBlock()
  const first = await block
  for (let tries = 2; tries < PORTS_OF_A_PROCESS; tries += 2) {
    const port = first + portsAsked
    portsAsked = portsAsked + 2 < PORTS_OF_A_PROCESS ? portsAsked + 2 : 2
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error(`All ports from ${first} on are in use.`)
}

/** The first port of a block that is this process's until it ends: it listens there, which two processes cannot. */
async function takeBlock(): Promise<number> {
  for (let tries = 0; tries < BLOCKS; tries++) {
    const first = FIRST_PORT + ((process.pid + tries) % BLOCKS) * PORTS_OF_A_PROCESS
    const taken = await listenOn(first)
    if (taken === undefined) continue
    taken.unref()
    return first
  }
  throw new Error('Every block of ports is taken.')
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port)
  if (server) await new Promise((resolve) => server.close(resolve))
  return server !== undefined
}

function listenOn(port: number): Promise<Server | undefined> {
  // Whoever looks for what was here before would keep the server from closing.
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined)).listen(port, '127.0.0.1', () => resolve(server))
  })
}

interface DemoUser {
  loginName: string
  password: string
  role: string
}

/** What a command of a person's ended with. */
interface Ran {
  code: number
  stdout: string
  stderr: string
}

interface Part {
  entry: string
  args?: string[]
}
const parts = {
  service: { entry: 'server/main.ts' },
  simulator: { entry: 'device/simulator/main.ts', args: ['--pace', 'calm', '--trial-seconds', '6'] },
  bridge: { entry: 'device/bridge/main.ts' },
  plugin: { entry: 'plugin/main.ts' },
} satisfies Record<string, Part>
/** What `npm run` has for people. */
const commands = { camera: 'device/bridge/cli.ts', simulate: 'device/simulator/control/cli.ts' }
export type PartName = keyof typeof parts

interface StackOptions {
  /** The name under which browsers know the service: one that leads here by itself, or one under `.example`. */
  host?: string
  /** The port by which browsers will come when something stands in front of the service. */
  throughPort?: number
  /** The port by which devices will come when something stands between them and the service. */
  devicePort?: number
  /** The app that it serves, the built one unless given. */
  distFolder?: string
  /** As after the first `npm start`: with all that happened in the thirty days before. */
  hasHistory?: boolean
  /** Its service begins anew in the process that it has (`lasting-service.ts`), for stacks that do so often. */
  isLasting?: boolean
  /** Settings beside those that every stack has, by their variables. */
  settings?: Readonly<Record<string, string>>
}

/** Names the data folder of which each stack gets a copy, when there is one. */
const DEMONSTRATION_VARIABLE = 'TEST_DEMONSTRATION'

/** What the loopback is called differs from system to system. */
function loopbackName(): string {
  return (
    Object.entries(networkInterfaces()).find(([, addresses = []]) => addresses.some(({ address }) => address === '127.0.0.1'))?.[0] ?? 'lo'
  )
}

/** Tells a process something, and waits until it says that it is done. */
function answered(child: ChildProcess, kind: string, done: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const letGo = () => child.off('message', listen).off('exit', give)
    const listen = (message: { kind?: string }) => {
      if (message.kind !== done) return
      letGo()
      resolve()
    }
    const give = (code: number | null) => {
      letGo()
      reject(new Error(`The process ended with ${code} before it had said "${done}".`))
    }
    child.on('message', listen).on('exit', give)
    child.send({ kind })
  })
}

/** Everything that `npm start` runs, as real processes on ports of its own, with a data folder of its own. */
export class Stack {
  readonly port: number
  readonly pluginPort: number
  /** Where browsers come in when something stands in front of the service. */
  readonly throughPort: number | undefined
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'sightline-'))
  readonly #running = new Map<PartName, ChildProcess>()
  #others: readonly PartName[] = []
  readonly #host: string
  readonly #origins: string[]
  readonly #distFolder: string | undefined
  readonly #devicePort: number
  readonly #hasHistory: boolean
  readonly #isLasting: boolean
  readonly #settings: Readonly<Record<string, string>>
  #aheadMs = 0

  private constructor(
    port: number,
    pluginPort: number,
    { host = 'localhost', throughPort, devicePort = port, distFolder, hasHistory = false, isLasting = false, settings = {} }: StackOptions,
  ) {
    this.port = port
    this.pluginPort = pluginPort
    this.throughPort = throughPort
    this.#host = host
    this.#origins = [port, ...(throughPort === undefined ? [] : [throughPort])].map((one) => `http://${host}:${one}`)
    this.#distFolder = distFolder
    this.#devicePort = devicePort
    this.#hasHistory = hasHistory
    this.#isLasting = isLasting
    this.#settings = settings
  }

  /** Starts the parts named, the service before all others. */
  static async start(names: PartName[], options: StackOptions = {}): Promise<Stack> {
    const stack = new Stack(await freePort(), await freePort(), options)
    await stack.#prepare()
    await stack.startPart('service')
    await stack.startOthers(names.filter((name) => name !== 'service'))
    return stack
  }

  /** Starts anew, at the same addresses, with nothing of what has happened in it, and with these parts beside the service; the same ones unless named. */
  async startAnew(others: readonly PartName[] = this.#others): Promise<void> {
    const lasting = this.#isLasting ? this.#running.get('service') : undefined
    if (lasting === undefined) {
      await this.#stopAll()
      await this.#prepare()
      await this.startPart('service')
    } else {
      await this.#stopParts([...this.#running.keys()].filter((name) => name !== 'service'))
      await answered(lasting, 'end', 'ended')
      rmSync(this.dataFolder, { recursive: true, force: true })
      await this.#prepare()
      this.moveClock(-this.#aheadMs)
      await answered(lasting, 'begin', 'ready')
    }
    await this.startOthers(others)
  }

  /** Starts these parts beside the service. */
  async startOthers(others: readonly PartName[]): Promise<void> {
    this.#others = others
    await Promise.all(others.map((name) => this.startPart(name)))
  }

  get env(): Record<string, string | undefined> {
    return {
      ...process.env,
      SIGHTLINE_PORT: String(this.port),
      SIGHTLINE_DATA: this.dataFolder,
      SIGHTLINE_PLUGIN_PORT: String(this.pluginPort),
      // Nobody else's network is searched for cameras.
      SIGHTLINE_CAMERA_NETWORK: loopbackName(),
      SIGHTLINE_ORIGINS: this.#origins.join(','),
      ...this.#settings,
    }
  }

  /** The address of the app, through `port` when given. */
  address(path = '', port = this.port): string {
    return `http://${this.#host}:${port}/user${path}`
  }

  /** The demonstration user with this role. */
  user(role = 'administrator'): DemoUser {
    const { users } = JSON.parse(readFileSync(join(this.dataFolder, 'demo.json'), 'utf8')) as { users: DemoUser[] }
    const user = users.find((one) => one.role === role)
    if (user === undefined) throw new Error(`There is no demonstration user with the role ${role}.`)
    return user
  }

  async startPart(name: PartName): Promise<void> {
    const dist = this.#distFolder === undefined ? [] : ['--dist', this.#distFolder]
    const told = (file: string) => join(this.dataFolder, 'simulator', file)
    const history = this.#hasHistory ? ['--history', told('demonstration.json')] : []
    const args = name === 'service' ? ['--demo', told('devices.json'), ...history, ...dist] : ((parts[name] as Part).args ?? [])
    const ofService = name === 'service' ? [...preload('movable-date.ts'), ...preload('equal-priority.ts')] : []
    const execArgv = [...preload('names-here.ts'), ...ofService]
    const servicePort = name === 'simulator' || name === 'bridge' ? this.#devicePort : this.port
    const env = { ...this.env, SIGHTLINE_PORT: String(servicePort) }
    const entry = name === 'service' && this.#isLasting ? 'tests/support/lasting-service.ts' : parts[name].entry
    const child = fork(join(root, entry), args, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#running.set(name, child)
    // A new process has the machine's clock.
    if (name === 'service') this.#aheadMs = 0
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: { kind?: string }) => message.kind === 'ready' && resolve())
      child.on('exit', (code) => reject(new Error(`The ${name} ended with ${code} before it was ready.`)))
    })
  }

  /** Ends a part as a crash would, or as a person would. */
  async stopPart(name: PartName, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#running.get(name)
    if (child === undefined) return
    this.#running.delete(name)
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  async #stopParts(names: readonly PartName[]): Promise<void> {
    await Promise.all(names.map((name) => this.stopPart(name)))
  }

  async #stopAll(): Promise<void> {
    await this.#stopParts([...this.#running.keys()])
    rmSync(this.dataFolder, { recursive: true, force: true })
  }

  async #prepare(): Promise<void> {
    const made = process.env[DEMONSTRATION_VARIABLE]
    // What all others begin with has no history, and a service makes none afterwards.
    if (made !== undefined && !this.#hasHistory) return cpSync(made, this.dataFolder, { recursive: true })
    // As the simulator does with `--prepare` for the launcher, in a process of its own.
    const { keepKeys, prepareDevices } = await import('#device/simulator/devices-file.ts')
    const { writeDemonstration } = await import('#device/simulator/demonstration.ts')
    await keepKeys(this.dataFolder)
    writeDemonstration(this.dataFolder, prepareDevices(this.dataFolder))
  }

  /** What the service or the plugin counts on its side. */
  stats(name: 'service' | 'plugin'): Promise<Record<string, number>> {
    const child = this.#running.get(name)
    if (child === undefined) throw new Error(`The ${name} does not run.`)
    return new Promise((resolve) => {
      const listen = (message: { kind?: string }) => {
        if (message.kind !== 'stats') return
        child.off('message', listen)
        resolve(message as unknown as Record<string, number>)
      }
      child.on('message', listen)
      child.send({ kind: 'stats' })
    })
  }

  /** The time by the clock of the service, epoch ms. */
  get nowMs(): number {
    return Date.now() + this.#aheadMs
  }

  /** Sets the clock of the service ahead. */
  moveClock(aheadMs: number): void {
    this.#aheadMs += aheadMs
    this.#running.get('service')?.send({ kind: 'move-clock', aheadMs })
  }

  /** Runs `npm run camera -- …` without npm around it, which takes longer than the command. */
  camera(...args: string[]): Promise<Ran> {
    return this.#run(process.execPath, [commands.camera, ...args])
  }

  /** The same for `npm run simulate -- …`. */
  simulate(...args: string[]): Promise<Ran> {
    return this.#run(process.execPath, [commands.simulate, ...args])
  }

  /** Runs a command as a person would. */
  throughNpm(command: keyof typeof commands, ...args: string[]): Promise<Ran> {
    return this.#run('npm', ['run', '--silent', command, '--', ...args])
  }

  #run(program: string, args: string[]): Promise<Ran> {
    return new Promise((resolve) => {
      execFile(program, args, { cwd: root, env: this.env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr })
      })
    })
  }

  close(): Promise<void> {
    return this.#stopAll()
  }
}

/**
 * Makes the demonstration for all stacks that this process and those that it starts from now on will start: its hashes take longer than the
 * rest of a start. The answer takes it away.
 */
export async function shareDemonstration(): Promise<() => Promise<void>> {
  const first = await Stack.start([])
  await first.stopPart('service')
  // What it has kept of the app is not of the demonstration.
  rmSync(join(first.dataFolder, 'releases'), { recursive: true })
  process.env[DEMONSTRATION_VARIABLE] = first.dataFolder
  return () => first.close()
}
