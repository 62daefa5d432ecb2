import { createCanvas } from '@napi-rs/canvas'
import { expectSoundEverywhere } from './support/axe.ts'
import { withInstalledApp } from './support/installed-app.ts'
import { test } from './support/house.ts'
import { expect, watchComplaints } from './support/test.ts'

const SCRIPT = '<img src=x onerror="document.body.remove()">'

function png(width: number, height: number, bytes = 0): { name: string; mimeType: string; buffer: Buffer } {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#1c2'
  context.fillRect(0, 0, width, height)
  const whole = canvas.toBuffer('image/png')
  const buffer = Buffer.concat([whole, Buffer.alloc(Math.max(0, bytes - whole.byteLength))])
  return { name: 'picture.png', mimeType: 'image/png', buffer }
}

test('title, name and colour are previewed while they are typed, and shown in a second tab and in the installed app without a reload', {
  tag: '@deep',
}, async ({ people, stack, playwright, launchOptions }) => {
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await page.goto(stack.address('/account'))
  await page.getByRole('link', { name: 'Organization' }).click()
  const other = await page.context().newPage()
  await other.goto(stack.address('/device/index'))
  await expect(other).toHaveTitle(/^(\(\d+\) )?Devices – Harbor Logistics · Video$/)
  await other.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

  await page.getByLabel('Name on the sign-in page').fill(SCRIPT)
  await page.getByLabel('Page title').fill(`${SCRIPT} & Co`)
  await page.getByLabel('Colour', { exact: true }).fill('#aa33')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Enter # and six digits or letters/)).toBeVisible()
  await page.getByLabel('Colour', { exact: true }).fill('#aa3300')
  const preview = page.getByRole('group', { name: 'Preview' })
  await expect(preview.getByText(SCRIPT, { exact: true })).toHaveCount(2)
  await expect(preview.getByText('Sign in').first()).toHaveCSS('background-color', 'rgb(170, 51, 0)')
  await expect(page).toHaveTitle(/Harbor Logistics · Video/)
  await expectSoundEverywhere(page, 'Organization')
  await withInstalledApp({ playwright, launchOptions, stack }, { role: 'site-operator', path: '/account' }, async (app) => {
    await app.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await expect(app).toHaveTitle(/^(\(\d+\) )?Account – Harbor Logistics · Video$/)
    const colour = () => app.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled'))
    const colourBefore = await colour()
    expect(colourBefore).not.toBe('')
    await page.getByRole('button', { name: 'Save' }).last().click()
    for (const window of [page, other, app]) {
      await expect(window).toHaveTitle(new RegExp(`– <img src=x onerror=.* & Co$`))
      await expect.poll(() => window.evaluate(() => localStorage.getItem('sightline.accent'))).toBe('#aa3300')
    }
    expect(await colour()).not.toBe(colourBefore)
    for (const window of [other, app]) expect(await window.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })
  const manifest = await page.request.get(stack.address('/manifest.webmanifest'))
  expect(await manifest.json()).toMatchObject({ name: SCRIPT, theme_color: '#aa3300' })
  expect(complaints).toEqual([])
})

test('logo, background and icon are sent with their limits said, shown in a second tab, and taken away again', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.enter('/account/organization')
  const other = await page.context().newPage()
  await other.goto(stack.address('/alerts'))
  const icon = () => other.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href'))
  await page.getByLabel('File: Logo').setInputFiles(png(700, 200, 500 * 1024 + 1))
  await expect(page.getByRole('alert')).toHaveText('The logo is larger than 500 KB. Choose a smaller one.')
  await page.getByLabel('File: Logo').setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByRole('alert')).toHaveText('Choose a JPG or PNG picture.')
  await page.getByLabel('File: Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toHaveText(/This file cannot be used/)
  await page.getByLabel('File: Logo').setInputFiles(png(700, 200))
  await expect(page.locator('img[src^="/objects/logos/"]').first()).toBeVisible()
  await page.getByLabel('File: Background of the sign-in page').setInputFiles(png(800, 600))
  await expect(page.locator('img[src^="/objects/branding/"]').first()).toBeVisible()
  await page.getByLabel('File: Icon of the browser’s tab').setInputFiles(png(64, 64))
  await expect.poll(icon).toMatch(/^\/objects\/branding\/.*\.png/)
  await page.getByRole('button', { name: 'Remove: Icon of the browser’s tab' }).click()
  await expect.poll(icon).toBe('/user/icons/icon.svg')
  const visitor = await (await page.context().browser()?.newContext())?.newPage()
  await visitor?.goto(stack.address('/login'))
  await expect(visitor?.locator('img[src^="/objects/logos/"]') ?? page.locator('none')).toBeVisible()
  await visitor?.context().close()
})

test('name and address are kept for everybody to read, and refused beside their field', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/account/organization')
  await page.getByLabel('Organization name').fill('Harbor <Logistics>')
  await page.getByLabel('Phone').fill('ring')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/None of these characters: </)).toBeVisible()
  await expect(page.getByText('Use digits, spaces and + ( ) - only.')).toBeVisible()
  await page.getByLabel('Organization name').fill('Harbor Logistics Oslo')
  await page.getByLabel('Phone').fill('+47 22 00')
  await page.getByLabel('City').fill('Oslo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  const guard = await people.enter('/account/organization', 'site-administrator')
  await expect(guard.getByText('Harbor Logistics Oslo')).toBeVisible()
  await expect(guard.getByLabel('Organization name')).toHaveCount(0)
  // Every person is told the name: the tests after this one know the old one.
  await page.getByLabel('Organization name').fill('Harbor Logistics')
  await page.getByLabel('City').fill('Bergen')
  await page.keyboard.press('Enter')
  await expect(guard.getByText('Bergen')).toBeVisible()
})
