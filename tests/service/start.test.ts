import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { roles } from '#contract/access.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { passwordRule } from '#contract/rules.ts'
import type { DemoNote } from '#server/demo/seed.ts'
import { bareEnv } from '#tests/support/bare-env.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { freePort } from '#tests/support/stack.ts'
import { AT_ONCE_MS } from '#tests/support/until.ts'

const main = resolve(import.meta.dirname, '../../server/main.ts')
let folder: string
const running: ServiceProcess[] = []

interface ServiceProcess {
  child: ChildProcess
  /** Its exit code, and all that it wrote to stderr. */
  exited: Promise<{ code: number | null; errors: string }>
  /** The address that it said. */
  ready: Promise<string>
  stop(signal: NodeJS.Signals): ServiceProcess['exited']
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-start-'))
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts the service as a process of its own, as the launcher does. */
function run(env: Record<string, string>, args: string[] = []): ServiceProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...bareEnv(), SIGHTLINE_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }))
  const ready = new Promise<string>((done, fail) => {
    child.on('message', (message: { kind: string; url: string }) => message.kind === 'ready' && done(message.url))
    void exited.then((end) => fail(new Error(`It ended with ${end.code}: ${end.errors}`)))
  })
  ready.catch(() => {})
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return exited
  }
  const service = { child, exited, ready, stop }
  running.push(service)
  return service
}

describe('a start that cannot be', () => {
  test('with a port in use says so @deep', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { code, errors } = await run({ SIGHTLINE_PORT: port }).exited
    expect([code, errors]).toEqual([2, `Port ${port} is in use by another program; choose another with SIGHTLINE_PORT.\n`])
    holder.close()
  })

  test('in a folder that cannot be written says so @deep', async () => {
    await writeFile(join(folder, 'file'), '')
    const data = join(folder, 'file', 'data')
    const { code, errors } = await run({ SIGHTLINE_PORT: String(await freePort()), SIGHTLINE_DATA: data }).exited
    expect([code, errors]).toEqual([2, `The folder ${data} cannot be written (ENOTDIR); choose another with SIGHTLINE_DATA.\n`])
  })

  test('on a folder in use says so, and the folder is free when its holder dies', async () => {
    const first = run({ SIGHTLINE_PORT: String(await freePort()) })
    await first.ready
    const port = String(await freePort())
    const { code, errors } = await run({ SIGHTLINE_PORT: port }).exited
    expect(code).toBe(2)
    expect(errors).toMatch(/^The folder .* is in use by another Sightline service; .*\n$/)
    await first.stop('SIGKILL')
    expect(await run({ SIGHTLINE_PORT: port }).ready).toBe(`http://127.0.0.1:${port}`)
  })

  const wrong: [env: Record<string, string>, args: string[], sentence: string][] = [
    [{ SIGHTLINE_PROT: '1' }, [], 'SIGHTLINE_PROT is not a setting'],
    [{ SIGHTLINE_PORT: 'http' }, [], 'SIGHTLINE_PORT is "http"'],
    [{ SIGHTLINE_HOST: '192.0.2.1' }, [], 'The service cannot listen on 192.0.2.1'],
    [
      { SIGHTLINE_OBJECTS_URL: 'http://key:hunter2@127.0.0.1:2/video' },
      [],
      'The object store of SIGHTLINE_OBJECTS_URL cannot be used (it cannot be reached: ECONNREFUSED).',
    ],
    [{}, ['--demo', '/no/such/list.json'], 'The list of demonstration devices'],
    [{}, ['--fast'], "Unknown option '--fast'"],
  ]
  // What stands in the way of a start the launcher tells too (`launch.test.ts`).
  test.each(wrong)('with %o %o says what is wrong @deep', async (env, args, sentence) => {
    const { code, errors } = await run({ SIGHTLINE_PORT: String(await freePort()), ...env }, args).exited
    expect(code).toBe(2)
    expect(errors).toContain(sentence)
    expect(errors).not.toContain('hunter2')
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('a running service', () => {
  /** Ends it with a socket of a device open, and sees that it ends at once, without a word of a fault. */
  async function expectEndAtOnce(service: ServiceProcess, signal: NodeJS.Signals): Promise<void> {
    const socket = new WebSocket(`${(await service.ready).replace('http', 'ws')}/device-ws`)
    await new Promise((opened) => socket.addEventListener('open', opened))
    const beganMs = performance.now()
    expect(await service.stop(signal)).toEqual({ code: 0, errors: '' })
    expect(performance.now() - beganMs).toBeLessThan(AT_ONCE_MS)
  }

  test('ends at once on SIGINT, with sockets open @deep', async () => {
    await expectEndAtOnce(run({ SIGHTLINE_PORT: String(await freePort()) }), 'SIGINT')
  })

  test('counts its sockets for who started it @deep', async () => {
    const service = run({ SIGHTLINE_PORT: String(await freePort()) })
    await service.ready
    const answer = once(service.child, 'message')
    service.child.send({ kind: 'stats' })
    expect((await answer)[0]).toMatchObject({ kind: 'stats', pushSockets: 0, mediaSockets: 0, deviceSockets: 0 })
  })

  test('makes the demonstration once, with passwords of its own for the owner alone @deep', async () => {
    const list = join(folder, 'devices.json')
    const plan = { securityCode: 'SECRET1234', devType: 1 }
    await writeFile(
      list,
      JSON.stringify([
        { ...plan, sn: 'AAAA000001', name: 'Gate', site: 'gate' },
        { ...plan, sn: 'AAAA000002', name: 'Aisle', site: 'warehouse' },
      ]),
    )
    const port = String(await freePort())
    const note = async () => JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as DemoNote
    const first = run({ SIGHTLINE_PORT: port }, ['--demo', list])
    await first.ready
    const made = await note()
    expect((await stat(join(folder, 'data', 'demo.json'))).mode & 0o777).toBe(0o600)
    expect(made.users.map(({ role }) => role)).toEqual([...roles])
    expect(new Set(made.users.map(({ password }) => password)).size).toBe(roles.length)
    for (const { password } of made.users) expect(passwordRule.safeParse(password).success, password).toBe(true)
    await first.stop('SIGTERM')
    const second = run({ SIGHTLINE_PORT: port }, ['--demo', list])
    const client = await new ServiceClient(await second.ready).signIn(made.users[0] ?? { loginName: '', password: '' })
    const { sites } = await client.call(siteListChoose, null)
    expect(sites.map(({ siteName, deviceTotal }) => [siteName, deviceTotal])).toEqual([
      ['Harbor Gate and Parking', 1],
      ['Harbor Shop', 0],
      ['Warehouse North', 1],
    ])
    expect(await note()).toEqual(made)
  })

  test('logs no secret, whatever it logs, and ends at once on SIGTERM, with sockets open', async () => {
    const list = join(folder, 'devices.json')
    await writeFile(list, '[]')
    const service = run({ SIGHTLINE_PORT: String(await freePort()), SIGHTLINE_LOG: 'debug' }, ['--demo', list])
    let log = ''
    service.child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const url = await service.ready
    const { users } = JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as DemoNote
    const person = users[0] ?? { loginName: '', password: '' }
    const client = await new ServiceClient(url).signIn(person)
    await fetch(`${url}/user/live?ticket=query-secret`)
    await expectEndAtOnce(service, 'SIGTERM')
    expect(log).toContain('/vms/user/login')
    expect(log).toContain('/user/live')
    for (const secret of [person.password, client.token ?? '', 'query-secret']) expect(log).not.toContain(secret)
  })
})
