import { chromium } from 'playwright'
import { Stack } from '#tests/support/stack.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
const stack = await Stack.start([])
const browser = await chromium.launch(chromiumLaunch())
const page = await browser.newPage()
page.on('console', (m) => console.log('console', m.text().slice(0, 300)))
page.on('pageerror', (e) => console.log('pageerror', e.message))
page.on('requestfailed', (r) => console.log('failed', r.url(), r.failure()?.errorText))
await page.goto(`http://localhost:${stack.port}/user/kiosk`)
await new Promise((r) => setTimeout(r, 5000))
for (const f of page.frames()) console.log(f.url(), (await f.evaluate(() => document.body?.innerText).catch(String))?.slice(0, 200))
await browser.close()
await stack.close()
