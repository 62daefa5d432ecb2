import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Stack } from '#tests/support/stack.ts'
import { profileTest as test } from './support/profile.ts'
import { expect, expectLive, openCamera, signIn } from './support/test.ts'

/** How often somebody has signed in at the service. */
function signIns(stack: Stack): unknown {
  const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { readOnly: true })
  const row = db.prepare('select count(*) as count from session').get()
  db.close()
  return row?.['count']
}

/** Opens the wall as a person does who comes back, and waits for its camera. */
async function expectWallGoesOn(page: Page, stack: Stack): Promise<void> {
  await page.goto(stack.address('/live?split=1'))
  await expectLive(page, 1)
}

test('after a reload, a crash of the tab and one of the whole browser one is still signed in, and the wall goes on', {
  tag: '@deep',
}, async ({ profile, stack }) => {
  const { page } = profile
  const before = Number(signIns(stack))
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await page.reload()
  await expectLive(page, 1)

  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // A page that has crashed does not answer.
  session.send('Page.crash').catch(() => {})
  await crashed
  const next = await page.context().newPage()
  await expectWallGoesOn(next, stack)

  await profile.kill()
  await expectWallGoesOn(await profile.restart(), stack)
  expect(signIns(stack)).toBe(before + 1)
})

test('somebody who has signed in the moment before the browser is killed is signed in afterwards', async ({ profile, stack }) => {
  const before = Number(signIns(stack))
  await signIn(profile.page, stack, { path: '/account' })
  await profile.kill()
  const page = await profile.restart()
  await page.goto(stack.address('/account'))
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(signIns(stack)).toBe(before + 1)
})
