import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceRedirectGet } from '#contract/calls/device/device-redirect-get.ts'
import { deviceSecurityCodeUpdate } from '#contract/calls/device/device-security-code-update.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { codeOf, nameOfError } from '#contract/errors.ts'
import { encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { sn, securityCode: label } = demoDevices.gate
const THEIRS = 'FORMERCODE1'
let stand: ArchiveStand
let former: ServiceClient
let owner: ServiceClient
let device: GatewayProbe

beforeAll(async () => {
  stand = await ArchiveStand.start()
  former = stand.admin
  owner = await stand.service.signIn('stranger')
  await stand.agent.stop()
  device = await connect(label)
})
afterAll(() => stand.close())

/** The device itself, or whoever says that they are it; welcome, or refused. */
async function connect(code: string): Promise<GatewayProbe> {
  const probe = await GatewayProbe.open(stand.service.url)
  const camera = channel(0, { supportFun: [RECORDINGS_FUNCTION] })
  await probe.hello(sn, await deviceKey(sn, code), [camera], ['page-get', 'security-code-set'])
  return probe
}

/** What the device does with the next command that it is given. */
async function answer(result: unknown): Promise<void> {
  const told = () => device.heard.findLast((message) => message.kind === 'command')
  const before = told()
  await expect.poll(() => told() !== before).toBe(true)
  const command = told()
  device.say({ kind: 'command-result', commandId: command?.commandId, outcome: { ok: true, result } })
}

test('who has unbound a device has nothing left that opens it: no key, ticket, link, stream, nor anything that waits', async () => {
  await device.first('welcome')
  // What its owner has of it: another code, a stream, tickets, a link to its page, a clip that is still to be made.
  const changing = former.call(deviceSecurityCodeUpdate, { sn, securityCode: label, newSecurityCode: THEIRS })
  await answer(null)
  await changing
  const asking = former.call(deviceRedirectGet, { sn })
  await answer({ url: 'http://192.0.2.7/' })
  const page = await asking
  const viewer = await MediaViewer.open(former)
  viewer.openChannel(0, sn)
  await device.first('open-stream')
  const { ticket } = await former.call(deviceAccessTokenGet, { holder: 'tab' })
  const { ticket: ofPlugin } = await former.call(deviceAccessTokenGet, { holder: 'plugin' })

  await former.call(deviceUnbind, { sn })
  await viewer.untilFailed(0, 'not-found')
  device.socket.close()
  await device.closed
  // Set back to the code of its label, it comes anew, and somebody else binds it.
  device = await connect(label)
  await device.first('enrol')
  device.say({ kind: 'enrol', key: await deviceKey(sn, label) })
  await device.first('welcome')
  expect((await owner.failure(deviceBind, { sn, securityCode: THEIRS, siteId: OTHER_SITE_ID })).code).toBe(codeOf('security-code-wrong'))
  await owner.call(deviceBind, { sn, securityCode: label, siteId: OTHER_SITE_ID })
  await expect.poll(() => device.heard).toContainEqual({ kind: 'bound', isBound: true })

  const thief = await connect(THEIRS)
  expect(await thief.first('refused')).toEqual({ kind: 'refused', reason: 'wrong-key' })
  expect((await stand.get(page.path)).status).toBe(404)
  for (const taken of [ticket, ofPlugin]) {
    const late = await MediaViewer.open(former, { ticket: taken })
    late.openChannel(0, sn)
    await late.untilFailed(0, 'not-found')
    const nowMs = stand.service.now
    const piece = { channel: 1, sn, chlIndex: 0, stream: 'main', from: 'local', startMs: nowMs - 20_000, endMs: nowMs - 10_000 } as const
    expect(await late.past(piece)).toMatchObject({ op: 'past-failed' })
    late.socket.close()
  }
  const calls = [
    former.failure(deviceDetail, { sn }),
    former.failure(deviceRedirectGet, { sn }),
    former.failure(devCmdExecute, { sn, command: { name: 'reboot' } }),
    former.failure(deviceSecurityCodeUpdate, { sn, securityCode: THEIRS, newSecurityCode: 'ANOTHERCODE1' }),
    former.failure(archiveCalls.archivesCreate, stand.wish()),
    former.failure(archiveCalls.recordedPartCreate, { ...span(), from: 'local', format: 'mp4' }),
    former.failure(deviceBind, { sn, securityCode: THEIRS, siteId: 'harbor-gate' }),
  ]
  const unknown = 'serial-number-unknown'
  const noCamera = 'channel-missing'
  const answers = (await Promise.all(calls)).map(({ code }) => nameOfError(code))
  expect(answers).toEqual([unknown, unknown, unknown, unknown, noCamera, noCamera, unknown])
  // A clip that waited all the time is not fetched from a device of somebody else.
  await stand.addRow({ id: 'waited', status: archiveStatuses.preparing })
  await expect
    .poll(async () => {
      const rows = stand.service.edit((db) => db.selectFrom('archive').where('id', '=', 'waited').select(['status', 'fail_code']).execute())
      return (await rows)[0]
    })
    .toEqual({ status: archiveStatuses.fail, fail_code: codeOf('past-unavailable') })
  expect(device.heard.map(({ kind }) => kind)).not.toContain('clip-request')
  // Whatever the device sends of the stream that was open, no picture of it comes to whoever watched it before.
  for (const { streamId } of device.heard.filter((message) => message.kind === 'open-stream')) {
    device.say({ kind: 'stream-opened', streamId, codec: 'avc1.4d4016', width: 640, height: 360, fps: 15 })
    const unit = { kind: 'video', isKey: true, isPreroll: false, ptsUs: 1, captureMs: 1, sequence: 1, codec: mediaCodecs.h264 } as const
    device.socket.send(encodeMediaUnit({ ...unit, channel: streamId, data: new Uint8Array(100) }))
  }
  await device.wasHeard()
  await viewer.settled()
  expect(viewer.units()).toEqual([])
  viewer.socket.close()
  device.socket.close()
})

function span() {
  const startMs = stand.service.now - 60_000
  return { sn, chlIndex: 0, startMs, endMs: startMs + 10_000 }
}
