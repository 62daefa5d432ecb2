import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { createService } from '#server/app.ts'
import { StartFault } from '#server/runtime/start-fault.ts'
import { almostSigned } from '#tests/support/almost.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { S3Server } from '#tests/support/s3-server.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { demoDevices } from '#tests/support/service.ts'
import { upload } from '#tests/support/upload.ts'

let s3: S3Server
let stand: ArchiveStand
beforeAll(async () => {
  s3 = await S3Server.start()
  stand = await ArchiveStand.start({ objectsUrl: s3.url() })
})
afterAll(async () => {
  await stand.close()
  await s3.close()
})

const keyIn = (link: string) => new URL(link, stand.service.url).pathname.replace('/objects/', '')
const me = () => new File([Uint8Array.from(jpegOf('blue'))], 'me.jpg', { type: 'image/jpeg' })

test('the picture of an event lies in the bucket, and is served by a signed link, whole and in parts', async () => {
  const picture = jpegOf('red')
  report(stand.agent, { event: 'person', snapshot: picture.toString('base64') }, stand.service.now)
  const [event] = await waitForEvents(stand.admin, 1, stand.service.now)
  const link = event?.pictureUrl ?? ''
  expect(await s3.holds(keyIn(link))).toBe(true)
  const whole = await stand.get(link)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true)
  const part = await stand.get(link, { range: 'bytes=2-5' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${picture.byteLength}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(picture.subarray(2, 6))).toBe(true)
  expect((await stand.get(almostSigned(link))).status).toBe(404)
})

test('an archive is made into the bucket, plays from there, is downloaded and deleted', async () => {
  const { archiveId, sizeBytes } = await stand.make()
  const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId })
  const link = videos[0]?.url ?? ''
  expect(await s3.holds(keyIn(link))).toBe(true)
  const file = new Uint8Array(await (await stand.get(link)).arrayBuffer())
  expect(file.byteLength).toBe(sizeBytes)
  expect(await numbersIn(file)).toHaveLength(60)
  const wish = { taskID: archiveId, sn: demoDevices.gate.sn, chlIndex: 0, resourceType: 'cloudArchive', cloudArchiveType: 'video' } as const
  const { url } = await stand.admin.call(archiveCalls.archivesDownloadTokenGet, wish)
  const saved = new Uint8Array(await (await stand.get(url)).arrayBuffer())
  expect(Buffer.from(saved).equals(file)).toBe(true)
  await stand.admin.call(archiveCalls.archivesDelete, { archiveIds: [archiveId] })
  expect([(await stand.get(link)).status, await s3.holds(keyIn(link))]).toEqual([404, false])
  await expect(access(join(stand.service.folder, 'objects'))).rejects.toThrow('ENOENT')
})

test('while the bucket is away pictures are answered 503, events are kept without theirs, and all goes on when it is back', async () => {
  const admin = stand.admin
  const first = await upload(admin, avatarUpdate, {}, me())
  const link = first.ok ? first.data.avatarUrl : ''
  await s3.halt()
  const picture = await stand.get(link)
  expect([picture.status, await picture.text()]).toEqual([503, 'This cannot be had now.\n'])
  expect(await upload(admin, avatarUpdate, {}, me())).toMatchObject({ ok: false, code: 503 })
  report(stand.agent, { event: 'vehicle', snapshot: jpegOf('green').toString('base64') }, stand.service.now)
  const events = await waitForEvents(admin, 2, stand.service.now)
  expect(events.find(({ kind }) => kind === 'vehicle')?.pictureUrl).toBeNull()
  await s3.run()
  expect((await stand.get(link)).status).toBe(200)
  const second = await upload(admin, avatarUpdate, {}, me())
  // Its signed end may be another by now.
  const pathOf = (url: string | null | undefined) => url?.split('?')[0]
  expect(pathOf((await admin.call(profileGet, null)).avatarUrl)).toBe(pathOf(second.ok ? second.data.avatarUrl : undefined))
})

test.each([
  { change: { bucket: 'another' }, reason: 'it has no such bucket' },
  { change: { secret: 'hunter2' }, reason: 'the secret is wrong' },
])('a start with $change says that $reason', async ({ change, reason }) => {
  const places = { dataFolder: join(stand.service.folder, 'second'), databaseUrl: '', objectsUrl: s3.url(change) }
  const rest = {
    port: 0,
    host: '127.0.0.1',
    pluginPort: 31853,
    cameraNetwork: '',
    recordings: { folder: '', bytes: 1e9, days: 1 },
    downloadsFolder: '',
    helpersFolder: '',
    smtpUrl: '',
    trustedProxies: [],
    secretsKey: '',
    mailFrom: 'x@localhost',
    mapTilesUrl: '',
    mapTilesAttribution: '',
    registration: 'open' as const,
    origins: [],
  }
  const start = createService({ settings: { ...places, ...rest, logLevel: 'silent', payment: { provider: 'off' } } })
  await expect(start).rejects.toThrow(new StartFault(`The object store of SIGHTLINE_OBJECTS_URL cannot be used (${reason}).`))
})
