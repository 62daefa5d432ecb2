import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { bridgeFolder, readCameras, writeCameras } from '#device/bridge/cameras.ts'
import { loadClip } from '#tests/support/clip.ts'
import { deep } from '#tests/support/depth.ts'
import { addOnvifCamera } from '#tests/support/onvif/add-onvif-camera.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import { startRtspServer } from '#tests/support/rtsp-server.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { look } from './support/axe.ts'
import { expect, expectLive, openCamera, test, windowOf } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const account = { username: 'guard', password: 'night-shift' }

test('a camera that speaks ONVIF is steered from its panel, which offers only what the camera can do', async ({ people, stack }) => {
  const rtsp = await startRtspServer({ cameras: [{ path: '/mast', clip, fps: 15 }], auth: { ...account, scheme: 'md5' } })
  const profiles = [
    { token: 'main', name: 'main', encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl: rtsp.url('/mast', '') },
  ] as const
  const ptz = { most: 2, hasFieldOfView: false }
  const mast = await OnvifTestCamera.open({ name: 'Mast', serial: 'mast-1', account, profiles, ptz })
  mast.ptz?.presets.set('2', { name: 'Harbour', position: { x: 0.5, y: 0, zoom: 0 } })
  const identity = await addOnvifCamera(stack.dataFolder, mast)
  const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const { sites } = await admin.call(siteListChoose, null)
  const siteId = sites[0]?.siteId ?? ''
  await expect
    .poll(async () =>
      admin.call(deviceBind, { ...identity, siteId }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)

  const page = await people.enter('/live?split=1')
  await openCamera(page, `Camera ${mast.port}`)
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('p')
  const panel = page.getByRole('complementary', { name: `PTZ of Camera ${mast.port}` })
  // It does not say how far it zooms.
  await expect(panel.locator('> [role="status"]')).toHaveText('Still')
  await expect(panel.getByRole('tab')).toHaveText(['Presets'])
  await expect(panel.getByRole('button', { name: 'Draw a box to zoom into' })).toBeHidden()
  await expect(panel.getByText('Drag on the picture to steer.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Focus nearer' })).toBeEnabled()
  await expect(panel.getByRole('button', { name: 'Open the iris' })).toBeDisabled()
  await look(page, 'onvif-ptz')

  await windowOf(page, 1).click()
  await panel.getByRole('button', { name: 'Right', exact: true }).hover()
  await page.mouse.down()
  await expect.poll(() => mast.ptz?.velocity).toMatchObject({ x: 1, y: 0 })
  await page.mouse.up()
  await expect.poll(() => mast.ptz?.velocity).toBeUndefined()
  // The click on the picture told the camera nothing.
  expect(new Set(mast.ptz?.told)).toEqual(new Set(['move 1 0 0', 'stop']))
  // Of four speeds the second is half of the fastest.
  await panel.getByRole('slider', { name: 'Speed' }).fill('2')
  await panel.getByRole('button', { name: 'Right', exact: true }).hover()
  await page.mouse.down()
  await expect.poll(() => mast.ptz?.velocity).toMatchObject({ x: 0.5, y: 0 })
  await page.mouse.up()
  await expect.poll(() => mast.ptz?.velocity).toBeUndefined()
  await panel.getByRole('listitem').filter({ hasText: 'Harbour' }).getByRole('button').first().click()
  await expect.poll(() => mast.ptz?.told.at(-1)).toBe('goto 2')
  await panel.getByRole('button', { name: 'Save where the camera looks' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Quay')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveText([/Quay/, /Harbour/])
  await expect(panel.getByRole('button', { name: 'The camera holds no more presets' })).toBeDisabled()
  // Other tests of this stack look for a camera that can be steered.
  await admin.call(deviceUnbind, { sn: identity.sn })
  const folder = bridgeFolder(stack.dataFolder)
  writeCameras(
    folder,
    readCameras(folder).filter(({ sn }) => sn !== identity.sn),
  )
  await mast.goAway()
  await rtsp.close()
})
