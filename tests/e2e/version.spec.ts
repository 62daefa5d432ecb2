import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import packageFile from '../../package.json' with { type: 'json' }
import { Deployments } from '#tests/support/deployments.ts'
import { NativePlugin } from '#tests/support/native-plugin.ts'
import { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deployUnseen, expectRelease, offer } from './support/deployed.ts'
import { pressAt } from './support/keys.ts'
import { releaseOf } from './support/tab-life.ts'
import { expect, signIn, test as base, watchComplaints } from './support/test.ts'

/** A service whose app is deployed anew while it runs. The plugin is started and stopped by the tests. */
const test = base.extend<object, { deployed: { stack: Stack; releases: Deployments } }>({
  deployed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const releases = new Deployments()
      const stack = await Stack.start([], { distFolder: releases.folder })
      await lend({ stack, releases })
      await stack.close()
      releases.remove()
    },
    { scope: 'worker' },
  ],
  stack: [({ deployed }, lend) => lend(deployed.stack), { scope: 'worker' }],
})

const section = (page: Page, name: string) => page.getByRole('list', { name })

// Here and not beside the other tests of deploys, whose cameras and plugin it does without.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page three releases old offers once to reload instead of failing', async ({ page, deployed: { stack, releases } }) => {
    const first = releases.current
    await signIn(page, stack, { path: '/alerts' })
    await deployUnseen(page, stack, releases)
    await page.getByRole('link', { name: 'Devices' }).click()
    await expect(page.getByText('A part of the app could not be loaded.').filter({ visible: true })).toHaveCount(1)
    await expect(offer(page).filter({ visible: true })).toHaveCount(1)
    expect(await releaseOf(page)).toBe(first)
    await offer(page).click()
    await expectRelease(page, releases.current)
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  })
})

test('the versions of app, service and plugin are told in words, and a newer app is had by one press, by keys alone', {
  tag: '@deep',
}, async ({ page, deployed: { stack, releases } }) => {
  const complaints = watchComplaints(page)
  await signIn(page, stack, { path: '/account' })
  await pressAt(page, page.getByRole('link', { name: 'Version', exact: true }))
  await expect(page).toHaveTitle(/^(\(\d+\) )?Version – /)
  await expect(section(page, 'App')).toContainText(new RegExp(`${packageFile.version} \\([\\w-]{8}\\)`))
  await expect(section(page, 'App')).toContainText('This is the newest version.')
  await expect(section(page, 'Service')).toContainText(packageFile.version)
  await expect(section(page, 'Service')).toContainText('It fits this version of the app.')
  await expect(section(page, 'Service')).toContainText('Connected')
  await expect(section(page, 'Video plugin on this computer')).toContainText('Unloaded')
  await expect(section(page, 'Video plugin on this computer')).toContainText('1.0.0.1914')
  await expectSoundEverywhere(page, 'Version')
  const next = releases.next()
  await pressAt(page, page.getByRole('button', { name: 'Look for a new version' }))
  await expect(section(page, 'App')).toContainText('A newer version is ready.')
  await pressAt(page, page.getByRole('button', { name: 'Use the new version' }))
  await expect.poll(() => releaseOf(page)).toBe(next)
  await expect(section(page, 'App')).toContainText('This is the newest version.')
  await expect(section(page, 'App')).toContainText(`-r${next})`)
  await page.goto(stack.address('/account'))
  expect(complaints).toEqual([])
})

test('without a plugin its helper is offered: as a download where the service has one, else as the way to run the plugin itself', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const page = await people.enter('/account/version-info', 'live-only')
  await expect(page.getByText('This service has no helper for your computer yet.', { exact: false })).toBeVisible()
  await expect(page.getByText(`npm run plugin -- --origin http://localhost:${stack.port}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the helper' })).toHaveCount(0)
  // The way that is named is there.
  expect(packageFile.scripts.plugin).toContain('plugin/main.ts')
  expect(existsSync(join(import.meta.dirname, '..', '..', 'plugin', 'main.ts'))).toBe(true)
  await expectSoundEverywhere(page, 'Version without a helper')

  const folder = join(stack.dataFolder, 'helpers')
  mkdirSync(folder)
  writeFileSync(join(folder, 'sightline-helper.exe'), 'MZ for tests')
  await page.reload()
  const link = page.getByRole('link', { name: 'Download the helper' })
  await expect(page.getByText('sightline-helper.exe · 12 bytes')).toBeVisible()
  const saving = page.waitForEvent('download')
  await link.focus()
  await page.keyboard.press('Enter')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('sightline-helper.exe')
  expect(readFileSync(await saved.path(), 'utf8')).toBe('MZ for tests')
  rmSync(folder, { recursive: true })
})

test('on a Mac the helper is a package, and the version needed another one', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.tab('live-only')
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'platform', { get: () => 'MacIntel' }))
  const folder = join(stack.dataFolder, 'helpers')
  mkdirSync(folder)
  writeFileSync(join(folder, 'sightline-helper.pkg'), 'xar!')
  await page.goto(stack.address('/account/version-info'))
  await expect(page.getByRole('link', { name: 'Download the helper' })).toHaveAttribute('href', '/user/helper/sightline-helper.pkg')
  await expect(section(page, 'Video plugin on this computer')).toContainText('1.0.0.1899')
  // The service is gone: so is what the link leads to.
  await stack.stopPart('service')
  await page.getByRole('button', { name: 'Look for a new version' }).click()
  await expect(section(page, 'App')).toContainText('The service cannot be reached, so it is not known whether there is a newer version.')
  await expect(section(page, 'Service')).toContainText('Cannot be reached')
  await expect(page.getByRole('link', { name: 'Download the helper' })).toHaveCount(0)
  await expect(page.getByText('The service, which has the helper, cannot be reached now.')).toBeVisible()
  rmSync(folder, { recursive: true })
  await stack.startPart('service')
})

test('a plugin that is too old is told so, and the way to a newer one is offered', { tag: '@deep' }, async ({ people, stack }) => {
  const old = await NativePlugin.start(stack.pluginPort, '1.0.0.1898')
  const page = await people.enter('/account/version-info', 'live-only')
  const plugin = section(page, 'Video plugin on this computer')
  await expect(plugin).toContainText('Loaded')
  await expect(plugin).toContainText('1.0.0.1898')
  await expect(plugin).toContainText('It is too old. Install the newest one')
  await expect(page.getByText('This service has no helper for your computer yet.', { exact: false })).toBeVisible()
  await expectSoundEverywhere(page, 'Version with an old plugin')
  await old.close()
  await expect(plugin).toContainText('Unloaded')
})

test('a plugin that is started is found, and told with its version', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.enter('/account/version-info', 'live-only')
  const plugin = section(page, 'Video plugin on this computer')
  await expect(plugin).toContainText('No plugin was found.')
  await stack.startPart('plugin')
  await page.getByRole('button', { name: 'Look for the plugin' }).click()
  await expect(plugin).toContainText('Loaded')
  await expect(plugin).toContainText('1.0.0.1914')
  await expect(plugin).toContainText('It is as new as it has to be.')
  await stack.stopPart('plugin')
  await expect(plugin).toContainText('Unloaded')
})
