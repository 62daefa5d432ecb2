import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deep } from '#tests/support/depth.ts'
import { deviceNum } from '#contract/calls/device/device-num.ts'
import { Launcher, throughNpm } from '#tests/support/launcher.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { freePort } from '#tests/support/stack.ts'

/** It may have to build the app first. */
const FIRST_START_MS = 180_000
/** Of work, whatever else the machine does meanwhile: building the app takes twice that, and compiling what is not kept compiled half of it. */
const SECOND_START_MS = 10_000

/** What the first start has made, once it has ended: the others find it, since to make it again takes longer than all else. */
const made = join(mkdtempSync(join(tmpdir(), 'sightline-made-')), 'data')
let folder: string
let env: { SIGHTLINE_PORT: string; SIGHTLINE_PLUGIN_PORT: string; SIGHTLINE_DATA: string }
const launchers: Launcher[] = []
const holders: Server[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-launch-'))
  env = {
    SIGHTLINE_PORT: String(await freePort()),
    SIGHTLINE_PLUGIN_PORT: String(await freePort()),
    SIGHTLINE_DATA: join(folder, 'data'),
  }
})
afterEach(async () => {
  for (const launcher of launchers.splice(0)) {
    launcher.signal('SIGKILL')
    await launcher.exited
  }
  for (const holder of holders.splice(0)) holder.close()
  rmSync(folder, { recursive: true, force: true })
})

afterAll(() => rmSync(dirname(made), { recursive: true }))

/** Starts it. A test that says nothing else finds what the first start has made, when there was one. */
function launch(changed: Partial<typeof env> & { SIGHTLINE_HOST?: string } = {}, command?: string[]): Launcher {
  const data = changed.SIGHTLINE_DATA ?? env.SIGHTLINE_DATA
  if (data === join(folder, 'data') && !existsSync(data) && existsSync(made)) cpSync(made, data, { recursive: true })
  const launcher = new Launcher({ ...env, ...changed }, [], command)
  launchers.push(launcher)
  return launcher
}

async function takePort(): Promise<string> {
  const holder = createServer()
  holders.push(holder)
  await once(holder.listen(0, '127.0.0.1'), 'listening')
  const address = holder.address()
  return String(typeof address === 'object' ? address?.port : '')
}

/** The names and passwords of a greeting. */
function peopleOf(output: string) {
  return [...output.matchAll(/^ {4}(\S+) +(\S+) {2}\((administrator|site-administrator|site-operator|live-only|no-authority)\)$/gm)].map(
    ([, loginName = '', password = '', role = '']) => ({ loginName, password, role }),
  )
}

/** The same, as their file has them. */
function keptPeople(): { loginName: string; password: string }[] {
  const note = JSON.parse(readFileSync(join(env.SIGHTLINE_DATA, 'demo.json'), 'utf8')) as {
    users: { loginName: string; password: string }[]
  }
  return note.users
}

async function whenPageAnswers(): Promise<void> {
  const page = `http://localhost:${env.SIGHTLINE_PORT}/user/`
  await vi.waitUntil(async () => (await fetch(page).catch(() => undefined))?.status === 200, { timeout: FIRST_START_MS, interval: 20 })
}

/** What npm started is gone soon when npm alone is ended: within two seconds where nothing else runs. */
async function expectGoneWithNpm(launcher: Launcher, signal: NodeJS.Signals): Promise<void> {
  expect(launcher.alive().length).toBeGreaterThanOrEqual(7)
  launcher.child.kill(signal)
  await vi.waitFor(() => expect(launcher.alive().map(({ command }) => command)).toEqual([]), { timeout: 15_000, interval: 20 })
}

async function whenNoneLives(launcher: Launcher): Promise<void> {
  await vi.waitFor(() => expect(launcher.alive()).toEqual([]), { timeout: 15_000, interval: 50 })
}

describe('npm start', { timeout: 2 * FIRST_START_MS }, () => {
  test('says where to go, who may sign in and what runs; ends whole at Ctrl-C; finds everything again with little work; and goes with npm', async () => {
    const first = launch()
    await first.greeted(FIRST_START_MS)
    expect(first.output).toContain(`http://localhost:${env.SIGHTLINE_PORT}/user/`)
    const people = peopleOf(first.output)
    expect(people.map(({ role }) => role)).toEqual(['administrator', 'site-administrator', 'site-operator', 'live-only', 'no-authority'])
    for (const name of ['service', 'simulator', 'RTSP bridge', 'local plugin'])
      expect(first.output).toMatch(new RegExp(`^ {4}${name} +\\w`, 'm'))
    await whenPageAnswers()
    // The bootstrap, the launcher, and the four that it names.
    expect(first.alive()).toHaveLength(6)
    first.signal('SIGINT')
    expect(await first.exited).toBe(0)
    expect(first.alive()).toEqual([])
    cpSync(env.SIGHTLINE_DATA, made, { recursive: true })

    const second = launch({}, throughNpm)
    await whenPageAnswers()
    const tookMs = performance.now() - second.startedMs
    const workMs = second.alive().reduce((sum, each) => sum + (each.command.startsWith('npm') ? 0 : each.workMs), 0)
    console.log(`second start: ${tookMs.toFixed(0)} ms to a page that answers, ${workMs} ms of work`)
    expect(workMs).toBeLessThan(SECOND_START_MS)
    await second.greeted(FIRST_START_MS)
    // Shown once: what is printed stays in windows and logs.
    expect(peopleOf(second.output)).toEqual([])
    expect(second.output).toContain(join(env.SIGHTLINE_DATA, 'demo.json'))
    expect(second.output).not.toContain(people[0]?.password ?? '')
    for (const person of people) await new ServiceClient(`http://localhost:${env.SIGHTLINE_PORT}`).signIn(person)
    await expectGoneWithNpm(second, 'SIGTERM')
  })

  test('starts a process that died again, says so, and its cameras come back @deep', async () => {
    const launcher = launch()
    await launcher.greeted(FIRST_START_MS)
    const [admin = { loginName: '', password: '' }] = keptPeople()
    const client = await new ServiceClient(`http://localhost:${env.SIGHTLINE_PORT}`).signIn(admin)
    const devices = JSON.parse(readFileSync(join(env.SIGHTLINE_DATA, 'simulator', 'devices.json'), 'utf8')) as unknown[]
    const online = async () => (await client.call(deviceNum, null)).online
    await vi.waitFor(async () => expect(await online()).toBe(devices.length), { timeout: 60_000, interval: 100 })
    const simulator = launcher.processOf('device/simulator/main.ts')
    expect(simulator).toBeGreaterThan(0)
    process.kill(simulator as number, 'SIGKILL')
    await vi.waitFor(async () => expect(await online()).toBe(0), { timeout: 60_000, interval: 20 })
    await vi.waitFor(async () => expect(await online()).toBe(devices.length), { timeout: 60_000, interval: 100 })
    expect(launcher.errors.replace('Building the app …\n', '')).toBe('The simulator ended (killed); it starts again in 0.5 s.\n')
    expect(launcher.processOf('device/simulator/main.ts')).not.toBe(simulator)
  })

  test('where others can reach the address, never prints a password @deep', async () => {
    const launcher = launch({ SIGHTLINE_HOST: '0.0.0.0', SIGHTLINE_DATA: join(folder, 'public') })
    await launcher.greeted(FIRST_START_MS)
    const note = JSON.parse(readFileSync(join(folder, 'public', 'demo.json'), 'utf8')) as Record<'users' | 'states', { password: string }[]>
    for (const { password } of [...note.users, ...note.states]) expect(launcher.output).not.toContain(password)
    expect(launcher.output).toContain('Others can reach this address')
  })

  test('killed without a chance to say goodbye, leaves no process behind and the folder free @deep', async () => {
    const launcher = launch()
    await launcher.greeted(FIRST_START_MS)
    process.kill(launcher.processOf('scripts/launch.ts') as number, 'SIGKILL')
    await whenNoneLives(launcher)
    await launch().greeted(FIRST_START_MS)
  })

  test('of which npm alone was killed is gone whole, too @deep', async () => {
    const launcher = launch({}, throughNpm)
    await launcher.greeted(FIRST_START_MS)
    await expectGoneWithNpm(launcher, 'SIGKILL')
  })
})

describe('a start that cannot be says one sentence and ends with a code that is not 0:', { timeout: 2 * FIRST_START_MS }, () => {
  async function expectSentence(launcher: Launcher, sentence: string | RegExp): Promise<void> {
    expect(await launcher.exited).toBeGreaterThan(0)
    const said = launcher.errors.replace('Building the app …\n', '')
    expect(said).toMatch(sentence)
    expect(said).toMatch(/^[^\n]+\.\n$/)
    expect(launcher.output).toBe('')
    await whenNoneLives(launcher)
  }

  test('the port is in use', async () => {
    const port = await takePort()
    await expectSentence(launch({ SIGHTLINE_PORT: port }), `Port ${port} is in use`)
  })

  test('the port of the plugin is in use @deep', async () => {
    const port = await takePort()
    await expectSentence(launch({ SIGHTLINE_PLUGIN_PORT: port }), `Port ${port} is in use: the local video plugin cannot start.`)
  })

  test('the folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    // Root may write everywhere but below a file, and in what only looks like a folder.
    const folders = [join(folder, 'file', 'data'), '/proc/sightline', '/proc']
    for (const data of deep(folders, folders.slice(0, 1)))
      await expectSentence(launch({ SIGHTLINE_DATA: data }), `The data folder ${data} cannot be written.`)
  })

  test('a setting that is none', async () => {
    await expectSentence(launch({ SIGHTLINE_PORT: 'http' }), /^SIGHTLINE_PORT is "http", but it should be a port number/)
  })

  test('a setting that is unknown @deep', async () => {
    await expectSentence(launch({ SIGHTLINE_PROT: '1' } as object), /^SIGHTLINE_PROT is not a setting/)
  })

  test('another one runs on the same folder, which goes on undisturbed @deep', async () => {
    const first = launch()
    await first.greeted(FIRST_START_MS)
    const ports = { SIGHTLINE_PORT: String(await freePort()), SIGHTLINE_PLUGIN_PORT: String(await freePort()) }
    await expectSentence(launch(ports), `The folder ${env.SIGHTLINE_DATA} is in use by another Sightline service;`)
    await expectSentence(launch({ SIGHTLINE_PLUGIN_PORT: ports.SIGHTLINE_PLUGIN_PORT }), /is in use/)
    await whenPageAnswers()
    expect(first.alive()).toHaveLength(6)
    expect(first.errors.replace('Building the app …\n', '')).toBe('')
  })
})
