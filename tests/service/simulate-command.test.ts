import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { channelStatuses } from '#contract/enums.ts'
import { codeOf } from '#contract/errors.ts'
import { eventKinds } from '#contract/event-attributes.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'

const HOUR_MS = 60 * 60_000
let stack: Stack
let admin: ServiceClient

beforeAll(async () => {
  stack = await Stack.start(['simulator'])
  admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
})
afterAll(() => stack.close())

/** What a camera told in this hour. */
async function toldBy(name: string) {
  const { events } = await admin.call(eventSearchList, { fromMs: stack.nowMs - HOUR_MS, toMs: stack.nowMs + HOUR_MS, pageSize: 100 })
  return events.filter(({ sourceName }) => sourceName === name)
}

test('a camera tells what somebody asks it to, with a picture that shows it', async () => {
  const red = await stack.simulate(
    'vehicle',
    '--camera',
    'parking trailer',
    '--attributes',
    'colour=red',
    'type=truck',
    '--plate',
    'B-XY-123',
  )
  expect(red).toMatchObject({ code: 0, stderr: '' })
  expect(red.stdout).toMatch(/^"Parking – trailer" told of vehicle: plate B-XY-123, vehicleType truck, vehicleColour red/)
  await expect
    .poll(async () => (await toldBy('Parking – trailer')).filter(({ plate }) => plate === 'B-XY-123'))
    .toMatchObject([{ kind: 'vehicle', attributes: { vehicleType: 'truck', vehicleColour: 'red' }, box: { x: expect.any(Number) } }])
  const [event] = await toldBy('Parking – trailer')
  const picture = await fetch(`http://localhost:${stack.port}${event?.pictureUrl}`)
  const drawn = join(import.meta.dirname, '..', '..', 'device', 'simulator', 'clips', 'snapshots', 'parking-lot-vehicle-18.jpg')
  expect(Buffer.from(await picture.arrayBuffer()).equals(readFileSync(drawn))).toBe(true)
})

test('who asks for what there is not is told what there is', async () => {
  const fault = async (...args: string[]) => {
    const { code, stdout, stderr } = await stack.simulate(...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    return stderr
  }
  const faults = await Promise.all([
    fault('person', '--camera', 'Gate 9'),
    fault('person', '--camera', 'Gate'),
    fault('earthquake', '--camera', 'Gate 2'),
    fault('person', '--camera', 'Gate 2', '--attributes', 'colour=plaid'),
    fault('plate', '--camera', 'Shop – tills'),
    fault('person', '--camera', 'Gate 2', '--similarity', '93'),
  ])
  expect(faults[0]).toMatch(/^There is no camera "Gate 9"\. There are "Gate 1 – entry", /)
  expect(faults[1]).toBe('"Gate" could be "Gate 1 – entry", "Gate 2 – deliveries", "Gate 1 – exit", "Gate 3 – staff".\n')
  expect(faults[2]).toContain(`There are ${eventKinds.join(', ')}`)
  expect(faults[3]).toMatch(/^colour cannot be "plaid"\. It can be black, white, /)
  expect(faults[4]).toMatch(/^"Shop – tills" has nothing in view for an event of the kind plate\. These have: "Gate 1 – entry", /)
  expect(faults[5]).toBe('--similarity and --person are for events of the kinds face and plate.\n')
})

test('a camera goes offline for as long as somebody wants, and comes back', async () => {
  const statusOf = async () =>
    (await admin.call(siteChannelList, {})).channels.find(({ channelName }) => channelName === 'Hall C – racks')?.status
  const offline = (time: string) => stack.simulate('offline', '--camera', 'Hall C racks', '--for', time)
  expect(await offline('2m')).toMatchObject({ code: 0, stdout: '"Hall C – racks" is offline for 120 seconds.\n' })
  await expect.poll(statusOf).toBe(channelStatuses.offline)
  const list = await stack.simulate('list')
  expect(list.stdout).toMatch(/^Hall C – racks +SL\w{10} {2}offline +motion, person, vehicle, face/m)
  expect(list.stdout.split('\n').filter((line) => line.includes(' online '))).toHaveLength(39)
  expect((await stack.simulate('person', '--camera', 'Hall C racks')).stderr).toBe(
    '"Hall C – racks" is offline at the moment, and tells nothing.\n',
  )
  // What is asked last counts.
  await offline('1s')
  await expect.poll(statusOf, { timeout: 5_000 }).toBe(channelStatuses.online)
})

test('only who can read the data folder is obeyed', async () => {
  const file = join(stack.dataFolder, 'simulator', 'control.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { port, token } = JSON.parse(readFileSync(file, 'utf8')) as { port: number; token: string }
  const answerTo = (line: string) =>
    new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\n`))
      socket.on('data', (part) => (text += String(part)))
      socket.on('close', () => resolve(text))
      socket.on('error', () => {})
    })
  const request = { command: 'pace' }
  expect(await answerTo(JSON.stringify({ token: token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')), request }))).toBe('')
  expect(await answerTo('GET / HTTP/1.1')).toBe('')
  expect(await answerTo('x'.repeat(20_000))).toBe('')
  expect(JSON.parse(await answerTo(JSON.stringify({ token, request })))).toMatchObject({ ok: true })
})

test('a device fails at its next change when somebody wants it to, and does the one after that', async () => {
  const told = await stack.simulate('fail', '--device', 'Shop recorder')
  expect(told).toMatchObject({ code: 0, stdout: '"Shop recorder" fails at the next change that it is told.\n' })
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 1, search: 'Shop recorder' })
  const wish = { sn: devices[0]?.sn ?? '', change: { section: 'general', value: { language: 'de-DE' } } } as const
  expect((await admin.failure(configDeviceSet, wish)).code).toBe(codeOf('device-command-failed'))
  expect(await admin.call(configDeviceSet, wish)).toMatchObject({ value: { language: 'de-DE' } })
  expect((await stack.simulate('fail', '--device', 'Shop recorder', '--as', 'smoke')).stderr).toContain('refuse, silent, away')
})

test('npm run leads to this command, and to that of cameras', async () => {
  const list = await stack.throughNpm('simulate', 'list')
  expect(list).toMatchObject({ code: 0, stderr: '' })
  expect(list.stdout).toMatch(/^Hall C – racks +SL\w{10} /m)
  expect(await stack.throughNpm('camera', 'list')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^There are no cameras yet/) })
  expect((await stack.throughNpm('simulate', 'person', '--camera', 'Gate 9')).code).toBe(1)
})

test('without a simulator the command says so', async () => {
  await stack.stopPart('simulator')
  const { code, stderr } = await stack.simulate('list')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The simulator is not running here: /)
})
