import type { Page } from '@playwright/test'
import { test } from './support/net.ts'
import { expect } from './support/test.ts'

/** Each file costs a start on a slow machine some milliseconds, however small it is. */
const MOST_SCRIPTS = 16
const MOST_STYLE_SHEETS = 6

/** What the page itself has loaded of the app; the scripts of workers are not waited for. */
async function filesOf(page: Page, ending: string): Promise<string[]> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  return [...new Set(loaded)].filter((path) => path.endsWith(ending) && !/-worker-[\w-]{8}\./.test(path))
}

test('the pages that people start with are made of few files, so that they open soon without a network', { tag: '@deep' }, async ({
  people,
  net,
}) => {
  const { stack, proxy, port } = net
  const page = await people.enter('/live')
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  proxy.cut()
  for (const path of ['/live', '/device/index']) {
    await page.goto(stack.address(path, port))
    await expect(page.getByText(/^As of \d\d:\d\d$/)).toBeVisible()
    const [scripts, styleSheets] = [await filesOf(page, '.js'), await filesOf(page, '.css')]
    // A page that loads none of them would be as wrong.
    expect(scripts.length, scripts.join(' ')).toBeGreaterThan(1)
    expect(scripts.length, scripts.join(' ')).toBeLessThanOrEqual(MOST_SCRIPTS)
    expect(styleSheets.length, styleSheets.join(' ')).toBeLessThanOrEqual(MOST_STYLE_SHEETS)
  }
})

test('the page names all of its start, so that no part waits for another one to name it', async ({ page, net }) => {
  const html = await (await page.goto(net.stack.address('/login')))?.text()
  for (const part of ['libraries', 'start', 'main']) expect(html).toMatch(new RegExp(`rel="modulepreload"[^>]*/js/${part}-`))
})
