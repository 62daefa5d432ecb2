import { expectSoundEverywhere } from './support/axe.ts'
import { CAMERA, MovingCamera, openPanel, panelOf } from './support/moving-camera.ts'
import { expect, expectLive, openCamera, test, windowOf } from './support/test.ts'

let camera: MovingCamera
test.beforeAll(async ({ stack }) => {
  camera = await MovingCamera.find(stack)
})

test('the panel closes, and says why, when the camera is fixed, not live, or not to be moved by this person', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.tab()
  await openPanel(page, stack, camera)
  await openCamera(page, 'Gate 1 – entry')
  await expect(page.getByText('This camera cannot be moved.').or(page.getByText('only while its picture is live'))).toBeVisible()
  await expect(page.getByRole('complementary', { name: /^PTZ/ })).toHaveCount(0)
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'PTZ', exact: true }).click()
  await expect(panelOf(page)).toBeVisible()
  await stack.stopPart('simulator', 'SIGKILL')
  await expect(page.getByText('A camera can be moved only while its picture is live.')).toBeVisible()
  await expect(panelOf(page)).toHaveCount(0)
  await stack.startPart('simulator')
  await expect
    .poll(() =>
      camera
        .status()
        .then(({ doing }) => doing)
        .catch(() => 'offline'),
    )
    .toBe('still')
})

test('who may only watch is told so, and has no way to move the camera', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/live?split=1', 'live-only')
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'PTZ', exact: true }).click()
  await expect(page.getByText('You do not have the right to move this camera.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: /^PTZ/ })).toHaveCount(0)
})

test('the panel is sound in both languages and themes, wide and narrow', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.tab()
  await openPanel(page, stack, camera)
  await expectSoundEverywhere(page, 'PTZ')
  await page.evaluate(() => localStorage.setItem('sightline.language', 'zh-CN'))
  await page.reload()
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('complementary', { name: `${CAMERA} 的云台控制` })).toContainText('静止')
  await page.getByRole('tab', { name: '轨迹' }).click()
  await expectSoundEverywhere(page, 'PTZ in Chinese')
})
