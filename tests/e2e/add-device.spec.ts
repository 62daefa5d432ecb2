import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteDelete } from '#contract/calls/device/site-delete.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { bridgeIdentity } from '#device/bridge/bridge-identity.ts'
import { bridgeFolder } from '#device/bridge/cameras.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { loadClip } from '#tests/support/clip.ts'
import { deep } from '#tests/support/depth.ts'
import { DiscoveryAnswer } from '#tests/support/onvif/discovery-answer.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import { startRtspServer, type RtspTestServer } from '#tests/support/rtsp-server.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { writeStillFilm } from '#tests/support/y4m.ts'
import { expectSound, expectSoundEverywhere, look, sizes } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { withoutSharedWorkerFlags } from './support/without-shared-worker.ts'
import { expect, test } from './support/test.ts'

const account = { username: 'viewer', password: 'night-shift' }
const film = join(tmpdir(), `sightline-label-${process.pid}.y4m`)
const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const chromium = chromiumLaunch()
// A camera that somebody holds before a label.
const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
// Another browser than that of other files, for the long form alone: nobody in the short one holds a label before it.
test.use(
  deep(
    { launchOptions: { ...chromium, args: [...chromium.args, ...withoutSharedWorkerFlags, ...camera] } },
    { serviceWorkers: 'block' as const },
  ),
)

let rtsp: RtspTestServer
let yard: OnvifTestCamera
let gate: OnvifTestCamera
let answer: DiscoveryAnswer
test.beforeAll(async () => {
  rtsp = await startRtspServer({
    cameras: ['/one', '/two', '/seldom'].map((path) => ({ path, clip, fps: 15 })),
    auth: { ...account, scheme: 'md5' },
  })
  const profile = (token: string, source: string) =>
    ({ token, name: token, encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl: rtsp.url(`/${token}`), source }) as const
  const profiles = [profile('one', 'sensor-1'), profile('two', 'sensor-2')]
  yard = await OnvifTestCamera.open({ name: 'Yard camera', serial: 'yard-1', account, profiles })
  gate = await OnvifTestCamera.open({ name: 'Gate camera', serial: 'gate-1', account: { ...account, password: 'another' }, profiles })
  answer = await DiscoveryAnswer.open([yard.announcement, gate.announcement])
})
test.afterAll(async () => {
  await answer.close()
  await Promise.all([yard.goAway(), gate.goAway(), rtsp.close()])
})

const adminOf = (stack: Stack) => new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user('administrator'))
const identityOf = (stack: Stack) => bridgeIdentity(bridgeFolder(stack.dataFolder))

/** A QR code as a PNG, six pixels for each of its squares. */
function pictureOf(text: string): Buffer {
  const { data, size } = encode(text, { border: 4 })
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  for (const [y, row] of data.entries())
    for (const [x, isBlack] of row.entries()) {
      context.fillStyle = isBlack ? 'black' : 'white'
      context.fillRect(x, y, 1, 1)
    }
  const large = createCanvas(size * 6, size * 6)
  const enlarged = large.getContext('2d')
  enlarged.imageSmoothingEnabled = false
  enlarged.drawImage(canvas, 0, 0, size * 6, size * 6)
  return large.toBuffer('image/png')
}

async function openAdding(page: Page, way: string) {
  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: way, exact: true }).click()
  return dialog
}

test('the QR code on a label, held before a telephone, fills the form in, and the device is added with it', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const { sn, securityCode } = identityOf(stack)
  const label = readFileSync(join(bridgeFolder(stack.dataFolder), 'labels.html'), 'utf8')
  const [svg = ''] = /<svg[\s\S]*?<\/svg>/.exec(label) ?? []
  await writeStillFilm(film, Buffer.from(svg.replace('<svg', '<svg width="360" height="360"')))
  const page = await people.enter('/device/index')
  await page.setViewportSize(sizes[1])
  const dialog = await openAdding(page, 'QR code')
  await expect(dialog.getByLabel('Serial number')).toHaveValue(sn)
  await expect(dialog.getByLabel('Security code')).toHaveValue(securityCode)
  await expect(dialog.getByText('Read from the label: SL-BRIDGE.')).toBeVisible()
  await look(page, 'add-read')
  await dialog.getByLabel('Device type').selectOption('Network camera')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('This device is of another type. Is it the right label?')).toBeVisible()
  await dialog.getByLabel('Device type').selectOption('Network recorder (NVR)')
  await dialog.getByLabel('Name (optional)').fill('Gate bridge')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/^“Gate bridge” is at the site/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await (await adminOf(stack)).call(deviceUnbind, { sn })

  await deepStep(
    'also from a picture, whose code is told from other codes, and what the label lacks is asked for; the site may be a new one',
    async () => {
      await writeStillFilm(film, pictureOf('held too far away'), { sizePx: 4 })
      const again = await openAdding(page, 'QR code')
      const choose = (buffer: Buffer) =>
        again.getByLabel('Picture of the label').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer })
      await choose(Buffer.from('no picture'))
      await expect(again.getByRole('alert')).toContainText('This is no picture')
      await choose(pictureOf('WIFI:S:Office;T:WPA;P:secret;;'))
      await expect(again.getByRole('alert')).toContainText('This QR code does not hold the serial number of a device.')
      await expectSoundEverywhere(page, 'a label that is read')
      await choose(pictureOf(JSON.stringify({ serialNumber: sn.toLowerCase() })))
      await expect(again.getByLabel('Serial number')).toHaveValue(sn)
      await expect(again.getByText('It has no security code in it')).toBeVisible()
      await again.getByLabel('Security code').fill(securityCode)
      await again.getByLabel('Site', { exact: true }).selectOption('New site…')
      await again.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(again.getByLabel('Site name')).toHaveAccessibleDescription('Fill this in.')
      await again.getByLabel('Site name').fill('Quay 7')
      await again.getByLabel('Contact').fill('Kai')
      await again.getByLabel('Phone').fill('+31 10 555')
      await again.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(again.getByText(/is at the site Quay 7/)).toBeVisible()
      await again.getByRole('button', { name: 'Done' }).click()
      const admin = await adminOf(stack)
      await admin.call(deviceUnbind, { sn })
      const { sites } = await admin.call(siteListChoose, undefined)
      await admin.call(siteDelete, { siteId: sites.find(({ siteName }) => siteName === 'Quay 7')?.siteId ?? '' })
    },
  )
})

test('who looks after a site binds nothing, and is told that there is no bridge to find cameras by', { tag: '@deep' }, async ({
  people,
}) => {
  const page = await people.enter('/device/index', 'site-administrator')
  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('There is no bridge yet.')).toBeVisible()
  await expect(dialog.getByLabel('Serial number')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Add the bridge' })).toHaveCount(0)
})

test('a list with bad lines: the good ones are added, the others stay with what is wrong with them', async ({ people, stack }) => {
  // The bridge, which is nobody's yet.
  const { sn, securityCode } = identityOf(stack)
  const admin = await adminOf(stack)
  // Until it has come to the service, which knows nothing of it before.
  await expect
    .poll(() => admin.call(deviceBind, { sn, securityCode: 'WRONGCODE', siteId: 'harbor-gate' }).then(String, String))
    .toContain('33004')
  const page = await people.enter('/device/index')
  const dialog = await openAdding(page, 'List')
  await dialog
    .getByLabel('Or paste lines here')
    .fill(
      [
        `${sn},${securityCode},From a list,harbor gate and parking`,
        'UNKNOWN00001,ABCDEFGH,Nobody,',
        `${sn},${securityCode},Twice,`,
        'no,ABCDEFGH,,',
        'KNOWN0000001,ABCDEFGH,,Moon base',
      ].join('\n'),
    )
  await dialog.getByRole('button', { name: 'Read the lines' }).click()
  const row = (text: string) => dialog.getByRole('row').filter({ hasText: text })
  await expect(row('Moon base')).toContainText('No such site')
  await expect(row('Twice')).toContainText('Skipped: as in row 2')
  await expect(row('Not as on a label: Serial number')).toBeVisible()
  await look(page, 'add-list')
  await expectSound(page, 'a list of devices')
  await dialog.getByRole('button', { name: /^Write \d row/ }).click()
  await expect(row('Nobody')).toContainText('No device with this serial number')
  await expect(row('From a list')).toContainText('Added')
  await expect(dialog.getByText('Added: 1.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row').filter({ hasText: sn })).toContainText('Online')
  await admin.call(deviceUnbind, { sn })
})

test('cameras are found on the network, tried, named, and shown live, by the keyboard alone', async ({ people, stack }) => {
  await (await adminOf(stack)).call(deviceBind, { ...identityOf(stack), siteId: 'harbor-gate', name: 'Gate bridge' })
  const page = await people.enter('/device/index')
  const dialog = await openAdding(page, 'Network')
  await dialog.getByRole('button', { name: 'Find cameras' }).press('Enter')
  await dialog.getByRole('checkbox', { name: 'Choose Yard camera' }).press('Space')
  await dialog.getByRole('checkbox', { name: 'Choose Gate camera' }).press('Space')
  const again = dialog.getByRole('button', { name: 'Search again' })
  // On a machine that has much else to do the search is over by itself before anybody stops it.
  await expect(async () => {
    if (!(await again.isVisible())) await dialog.getByRole('button', { name: 'Stop' }).press('Enter', { timeout: 1_000 })
    await expect(again).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await dialog.getByLabel('User name of the cameras').fill(account.username)
  await dialog.getByLabel('Password of the cameras').fill(account.password)
  await page.keyboard.press('Enter')
  const rowOf = (name: string) => dialog.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: `Choose ${name}` }) })
  await expect(rowOf('Gate camera')).toContainText('User name or password is wrong.')
  await expect(rowOf('Yard camera')).toContainText('Its picture comes: Standin & Sons')
  await expectSoundEverywhere(page, 'cameras of the network')
  // The one that refuses holds up nobody; of the other one lens is wanted.
  await rowOf('Yard camera').getByRole('checkbox', { name: 'Channel Yard camera 2' }).press('Space')
  await rowOf('Yard camera').getByLabel('Name in the tree').first().fill('Yard by the wall')
  await rowOf('Gate camera').getByRole('checkbox', { name: 'Choose Gate camera' }).press('Space')
  await dialog.getByRole('button', { name: 'Add 1 camera' }).press('Enter')
  await expect(dialog.getByRole('figure')).toHaveAttribute('data-state', 'playing')
  await expect(dialog.getByRole('figure')).toContainText('Yard by the wall')
  await look(page, 'add-added')
  await dialog.getByRole('button', { name: 'Add another' }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove Yard by the wall' }).press('Enter')
  await page
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove', exact: true })
    .press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove Yard by the wall' })).toBeHidden()
  await (await adminOf(stack)).call(deviceUnbind, { sn: identityOf(stack).sn })
})

test('a camera whose key frames are far apart is added all the same, says that its first picture takes a while, and then shows it', {
  tag: '@deep',
}, async ({ people, stack }) => {
  await (await adminOf(stack)).call(deviceBind, { ...identityOf(stack), siteId: 'harbor-gate', name: 'Gate bridge' })
  const seldom = rtsp.camera('/seldom')
  seldom.holdKeys()
  const page = await people.enter('/device/index')
  const dialog = await openAdding(page, 'Network')
  await dialog.getByLabel('Address of a camera').fill(rtsp.url('/seldom'))
  await page.keyboard.press('Enter')
  await dialog.getByLabel('User name of the cameras').fill(account.username)
  await dialog.getByLabel('Password of the cameras').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/its first picture may take 20 seconds\. Set a key frame every 2 seconds/)).toBeVisible({ timeout: 15_000 })
  await look(page, 'add-late')
  await dialog.getByLabel('Name in the tree').fill('Seldom')
  await dialog.getByRole('button', { name: 'Add 1 camera' }).click()
  const picture = dialog.getByRole('figure')
  await expect(picture).toContainText('The camera is there. Its first picture may take 20 seconds.', { timeout: 20_000 })
  seldom.holdKeys(false)
  await expect(picture).toHaveAttribute('data-state', 'playing')
  await dialog.getByRole('button', { name: 'Add another' }).click()
  await dialog.getByRole('button', { name: 'Remove Seldom' }).click()
  await page
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await expect(dialog.getByRole('button', { name: 'Remove Seldom' })).toBeHidden()
  await (await adminOf(stack)).call(deviceUnbind, { sn: identityOf(stack).sn })
})
