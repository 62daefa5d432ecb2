import { jpegOf } from '#tests/support/seen-events.ts'
import { test } from './support/net.ts'
import { expect } from './support/test.ts'
import { look } from './support/axe.ts'
import { WatchedCamera } from './support/watched-camera.ts'

test('look', async ({ people, net: { stack } }) => {
  const camera = await WatchedCamera.connect(stack)
  camera.see(0, jpegOf('blue'))
  camera.see(1, jpegOf('red'))
  const page = await people.enter('/alerts')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Picture of/ }).first()).toBeVisible()
  await look(page, 'alarms')
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('tbody tr')].slice(0, 4).map((row) => {
      const box = (element: Element | null) => {
        const { top, bottom, left, width } = element?.getBoundingClientRect() ?? new DOMRect()
        return [top, bottom, left, width].map((value) => Math.round(value * 10) / 10)
      }
      const text = (cell: Element | null) => {
        const walker = document.createTreeWalker(cell ?? document.body, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        const node = walker.nextNode()
        if (node) range.selectNodeContents(node)
        const { top, bottom } = range.getBoundingClientRect()
        return [top, bottom]
      }
      return JSON.stringify({ row: box(row), img: box(row.querySelector('img')), td: box(row.querySelector('td[data-column="alarm"]')), status: box(row.querySelector('[class*=status]')), words: [...row.querySelectorAll('td')].map((cell) => text(cell)) })
    }),
  )
  console.log(found.join('\n'))
  await page.setViewportSize({ width: 1680, height: 1000 })
  for (const path of ['/account', '/account/notifications', '/account/organization', '/privacySecurity', '/live?split=4']) {
    await page.goto(new URL(`/user${path}`, page.url()).href)
    await page.waitForTimeout(1200)
    await look(page, path.replace(/\W/g, '-'))
  }
})
