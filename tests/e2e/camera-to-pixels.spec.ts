import type { Page } from '@playwright/test'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { identityIn } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { deep } from '#tests/support/depth.ts'
import { startRtspServer } from '#tests/support/rtsp-server.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { counterOnScreen } from './support/pixels.ts'
import { expect, expectLive, openCamera, test, windowOf } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const h265Clip = loadClip(new URL('../fixtures/counter-640x360-15.h265', import.meta.url))
const auth = { username: 'guard', password: 'night-shift', scheme: 'md5' } as const
const FPS = 15

test('a camera added by command and bound by its printed label shows its moving picture on the wall', async ({ people, stack }) => {
  const rtsp = await startRtspServer({
    cameras: [
      { path: '/yard', clip, fps: FPS },
      { path: '/gate', clip: h265Clip, fps: FPS },
    ],
    auth,
  })
  const added = await stack.camera('add', '--url', rtsp.url('/yard', 'guard:night-shift'), '--name', 'Yard')
  expect(added.stderr).toBe('')
  const serialNumber = /^Serial number: (\S+)$/m.exec(added.stdout)?.[1] ?? ''
  const securityCode = /^Security code: (\S+)$/m.exec(added.stdout)?.[1] ?? ''
  expect(added.stdout).not.toContain('night-shift')
  const admin = await new ServiceClient(new URL(stack.address()).origin).signIn(stack.user('administrator'))
  const sns = [serialNumber]

  const page = await people.enter('/device/index')
  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Serial number').fill(serialNumber)
  await dialog.getByLabel('Security code').fill(securityCode)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('figure')).toContainText('Yard')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: serialNumber })).toContainText('Online')

  await page.getByRole('link', { name: 'Video' }).click()
  await page.getByRole('button', { name: '1 window', exact: true }).click()
  await openCamera(page, 'Yard')
  await deepStep('each picture is later than the one before', () => expectMoving(page, clip.pictures.length))
  await expectFresh(page, rtsp.camera('/yard'))

  await deepStep('the camera goes away and comes back: the window says so and recovers by itself', async () => {
    rtsp.refuse()
    rtsp.dropConnections()
    await expect(windowOf(page, 1)).not.toHaveAttribute('data-state', 'playing')
    await rtsp.listen()
    await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'playing', { timeout: 40_000 })
  })

  await deepStep('a camera that films in H.265, which this browser does not decode, shows its moving picture all the same', async () => {
    const gate = await stack.camera('add', '--url', rtsp.url('/gate', 'guard:night-shift'), '--name', 'Gate in H.265')
    const { sn: gateSn, securityCode: gateCode } = identityIn(gate.stdout)
    sns.push(gateSn)
    const bind = () =>
      admin.call(deviceBind, { sn: gateSn, securityCode: gateCode, siteId: 'harbor-gate' }).then(
        () => true,
        () => false,
      )
    await expect.poll(bind).toBe(true)
    await openCamera(page, 'Gate in H.265')
    await expectLive(page, 1)
    await expect(windowOf(page, 1)).toContainText('Gate in H.265')
    await expectMoving(page, h265Clip.pictures.length)
    await expectFresh(page, rtsp.camera('/gate'))
  })
  for (const sn of sns) {
    await admin.call(deviceUnbind, { sn })
    await stack.camera('remove', '--sn', sn)
  }
  await rtsp.close()
})

/**
 * What window 1 shows is what the camera has just sent, also where a busy machine has held a picture back for once. Several in a row, each another
 * one: a picture that stands still seems new once in each round of the clip.
 */
async function expectFresh(page: Page, camera: { ageMs: (counter: number, nowMs: number) => number | undefined }): Promise<void> {
  let last: number | undefined
  let inARow = 0
  const freshInARow = async () => {
    const counter = await counterOnScreen(page, windowOf(page, 1))
    const ageMs = counter === undefined || counter === last ? undefined : camera.ageMs(counter, Date.now())
    inARow = ageMs !== undefined && ageMs < 5_000 ? inARow + 1 : 0
    last = counter
    return inARow
  }
  await expect.poll(freshInARow).toBeGreaterThanOrEqual(5)
}

/** Reads window 1 again and again: each picture is later than the one before, but where the clip begins anew. */
async function expectMoving(page: Page, frames: number): Promise<void> {
  await expect.poll(() => counterOnScreen(page, windowOf(page, 1))).toBeDefined()
  const seen: number[] = []
  const countSeen = async () => {
    const counter = await counterOnScreen(page, windowOf(page, 1))
    if (counter !== undefined && counter !== seen.at(-1)) seen.push(counter)
    return seen.length
  }
  await expect.poll(countSeen, { intervals: [20] }).toBeGreaterThan(10)
  const steps = seen.slice(1).map((counter, index) => (counter - (seen[index] as number) + frames) % frames)
  expect(Math.max(...steps)).toBeLessThan(frames / 2)
  expect(steps.reduce((sum, step) => sum + step, 0)).toBeGreaterThan(5)
}

test('a camera with long groups of pictures says in its window that the first one takes a while, has nothing to be pressed, and then plays', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const rtsp = await startRtspServer({ cameras: [{ path: '/seldom', clip, fps: FPS }] })
  const { sn, securityCode } = identityIn((await stack.camera('add', '--url', rtsp.url('/seldom'), '--name', 'Seldom')).stdout)
  const admin = await new ServiceClient(new URL(stack.address()).origin).signIn(stack.user('administrator'))
  await expect.poll(async () => (await admin.failure(deviceBind, { sn, securityCode, siteId: 'harbor-gate' })).code).toBe(200)
  // It goes on in the middle of a group.
  rtsp.camera('/seldom').holdKeys()
  rtsp.dropConnections()
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Seldom')
  const waiting = windowOf(page, 1)
    .getByRole('status')
    .filter({ hasText: /^The camera is there\. Its first picture may take 20 seconds\.$/ })
  await expect(waiting).toBeVisible()
  await expect(windowOf(page, 1).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByRole('treeitem', { name: /^Online Seldom/ })).toBeVisible()
  await expectSoundEverywhere(page, 'a window that waits for its first picture')
  rtsp.camera('/seldom').holdKeys(false)
  await expectLive(page, 1)
  await expect(waiting).toHaveCount(0)
  await expectMoving(page, clip.pictures.length)
  await admin.call(deviceUnbind, { sn })
  await stack.camera('remove', '--sn', sn)
  await rtsp.close()
})

test('a camera that refuses, asks for a password, or sends neither H.264 nor H.265 is refused with a sentence that says why', {
  tag: '@deep',
}, async ({ stack }) => {
  const rtsp = await startRtspServer({
    cameras: [
      { path: '/h264', clip, fps: FPS },
      { path: '/jpeg', clip, fps: FPS, isJpeg: true },
    ],
    auth,
  })
  const cases = [
    { url: rtsp.url('/h264', 'guard:wrong-word'), says: /user name and password/ },
    { url: rtsp.url('/jpeg', 'guard:night-shift'), says: /JPEG/ },
    { url: rtsp.url('/nowhere', 'guard:night-shift'), says: /no stream at this path/ },
    { url: 'http://127.0.0.1/', says: /rtsp:\/\// },
  ]
  for (const { url, says } of cases) {
    const answer = await stack.camera('add', '--url', url, '--name', 'Yard')
    expect(answer.code, answer.stdout).toBe(1)
    expect(answer.stderr).toMatch(says)
    expect(answer.stderr.trim().split('\n').length, answer.stderr).toBeLessThanOrEqual(2)
    expect(answer.stderr).not.toContain('wrong-word')
  }
  await rtsp.close()
  const refused = await stack.camera('add', '--url', rtsp.url('/h264'), '--name', 'Yard')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/refuse/)
})
