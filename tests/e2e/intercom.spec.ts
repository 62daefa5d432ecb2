import { decodeG711 } from '#shared/media/g711.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSound } from './support/axe.ts'
import { expect, expectLive, openCamera, openTools, signIn, test, windowOf } from './support/test.ts'
import { withoutSharedWorkerFlags } from './support/without-shared-worker.ts'

const CAMERA = 'Loading bay 1'
const DUMB_CAMERA = 'Loading bay 2'
/** No scene is as loud as the tone of the browser's microphone that is none. */
const LOUD = 0.6

// A microphone that hears tones; without the permission the browser refuses it, as it does when a person says no.
const chromium = chromiumLaunch()
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...withoutSharedWorkerFlags, '--use-fake-device-for-media-stream'] } })

/** Somebody else, who listens to the camera. */
async function listenElsewhere(stack: Stack): Promise<MediaViewer> {
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user('site-operator'))
  const { channels } = await client.call(siteChannelList, {})
  const { sn = '', chlIndex = 0 } = channels.find(({ channelName }) => channelName === CAMERA) ?? {}
  const viewer = await MediaViewer.open(client)
  viewer.openChannel(1, sn, chlIndex, 'sub')
  viewer.send({ op: 'sound', channel: 1, isOn: true })
  return viewer
}

const loudest = (viewer: MediaViewer) =>
  Math.max(0, ...viewer.units(1).flatMap(({ kind, data }) => (kind === 'sound' ? [...decodeG711(data, 'mu')] : [])))

test('a person hears a camera, and is heard there when nobody else talks, with a reason where that cannot be', { tag: '@deep' }, async ({
  page,
  context,
  stack,
}) => {
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  const window = windowOf(page, 1)
  await window.focus()

  await page.keyboard.press('m')
  const volume = window.getByRole('slider', { name: `Volume of ${CAMERA}` })
  await volume.focus()
  await page.keyboard.press('ArrowRight')
  await expect(volume).toHaveAttribute('aria-valuetext', '55%')
  await window.focus()
  await page.keyboard.press('Shift+M')
  await expect(volume).toBeHidden()
  const menu = await openTools(page, 1)
  await menu.getByRole('menuitemcheckbox', { name: 'Sound' }).click()
  await expect(volume).toHaveValue('55')

  await window.focus()
  await page.keyboard.press('v')
  const talk = window.getByRole('group', { name: `Talk to ${CAMERA}` })
  await expect(talk.getByRole('status')).toHaveText(/^The browser may not use the microphone/)
  await expectSound(page, 'a window that is heard and talked to')

  await context.grantPermissions(['microphone'])
  const elsewhere = await listenElsewhere(stack)
  await elsewhere.until(() => elsewhere.units(1).some(({ kind }) => kind === 'sound'), 'the sound of the camera')
  expect(loudest(elsewhere)).toBeLessThan(LOUD)
  const button = talk.getByRole('button', { name: 'Hold to talk' })
  await button.hover()
  await page.mouse.down()
  await expect(talk.getByRole('status')).toHaveText('You are heard.')
  await expect.poll(async () => Number(await talk.getByRole('meter').getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await elsewhere.until(() => loudest(elsewhere) >= LOUD, 'what is said to the camera')
  elsewhere.send({ op: 'talk', channel: 1, isOn: true })
  await elsewhere.until(() => elsewhere.lastControl(1)?.op === 'talk', 'an answer')
  expect(elsewhere.lastControl(1)).toMatchObject({ isOn: false, fault: 'busy' })
  await page.mouse.up()
  await expect(talk.getByRole('meter')).toBeHidden()

  // Asks until the line is free: that the first one has let go of it is on its way.
  const hasLine = () => elsewhere.controls(1).some((message) => message.op === 'talk' && message.isOn)
  const askForLine = () => {
    if (!hasLine()) elsewhere.send({ op: 'talk', channel: 1, isOn: true })
    return hasLine()
  }
  await expect.poll(askForLine).toBe(true)
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(talk.getByRole('status')).toHaveText(/ is talking to this camera\.$/)
  elsewhere.close()

  await openCamera(page, DUMB_CAMERA)
  await expect(window).toContainText(DUMB_CAMERA)
  const item = (await openTools(page, 1)).getByRole('menuitemcheckbox', { name: /^Talk to the camera/ })
  await expect(item).toContainText('This camera cannot be talked to.')
  await expect(item).toHaveAttribute('aria-disabled', 'true')
})
