import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type BrowserContext, type Page } from '@playwright/test'
import { buildPage } from '#tests/support/page-server.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { expect } from './support/expect.ts'
import type { Lab } from './files-page/lab-api.ts'

declare const lab: Lab

/** A thin line. The operating system takes some megabytes at once before anybody notices how thin it is. */
const BYTES_PER_S = 1_500_000
const PICTURE_BYTES = 1_900_000
/** Goes to the service whole, and is then refused with this code. */
const TOO_LARGE_BYTES = 7_500_000
const PICTURE_REFUSED = 20017

let pages: string
let stack: Stack
let proxy: TcpProxy
let port: number
test.beforeAll(async () => {
  test.setTimeout(180_000)
  pages = mkdtempSync(join(tmpdir(), 'sightline-files-'))
  await buildPage(join(import.meta.dirname, 'files-page'), pages)
  port = await freePort()
  stack = await Stack.start(['simulator'], { throughPort: port, distFolder: pages })
  proxy = new TcpProxy(stack.port)
  await proxy.listen(port)
})
test.afterAll(async () => {
  await proxy.close()
  await stack.close()
  rmSync(pages, { recursive: true, force: true })
})

async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(stack.address('/', port))
  await tab.evaluate(() => lab.start())
  return tab
}

/** Two tabs of one person, who has signed in in the first; from now on the line is thin. */
async function twoTabs(context: BrowserContext): Promise<[Page, Page]> {
  proxy.slowDown(Number.POSITIVE_INFINITY)
  const asking = await openTab(context)
  const { loginName, password } = stack.user()
  await asking.evaluate(([name, secret]) => lab.signIn(name, secret), [loginName, password] as const)
  const other = await openTab(context)
  proxy.slowDown(BYTES_PER_S)
  return [asking, other]
}

const journeyOf = (tab: Page) => tab.evaluate(() => lab.journey())
const bytesOf = async (tab: Page) => (await journeyOf(tab)).told.map(({ bytes }) => bytes)

test('a tab that uploads a picture over a thin line sees it go, and the tab beside it hears nothing', { tag: '@deep' }, async ({
  context,
}) => {
  const [asking, other] = await twoTabs(context)
  await asking.evaluate((bytes) => lab.upload(bytes), TOO_LARGE_BYTES)
  await expect.poll(async () => (await journeyOf(asking)).end, { timeout: 30_000 }).toBe(PICTURE_REFUSED)
  const { told } = await journeyOf(asking)
  expect(told.length).toBeGreaterThan(1)
  expect(told.every((one, index) => one.direction === 'up' && one.bytes > (told[index - 1]?.bytes ?? 0))).toBe(true)
  expect(told.at(-1)?.bytes).toBe(told.at(-1)?.totalBytes)
  expect(told.at(-1)?.bytes).toBeGreaterThan(TOO_LARGE_BYTES)
  expect(await bytesOf(other)).toEqual([])
})

test('two tabs that upload at once each hear of their own file, and calling one off leaves the other going', { tag: '@deep' }, async ({
  context,
}) => {
  const [asking, other] = await twoTabs(context)
  await asking.evaluate((bytes) => lab.upload(bytes), TOO_LARGE_BYTES)
  await other.evaluate((bytes) => lab.upload(bytes), PICTURE_BYTES)
  for (const tab of [asking, other]) await expect.poll(async () => (await bytesOf(tab)).length).toBeGreaterThan(0)
  await asking.evaluate(() => lab.callOff())
  await expect.poll(async () => (await journeyOf(asking)).end).toBe('called off')
  const heard = (await bytesOf(asking)).length
  await expect.poll(async () => (await journeyOf(other)).end, { timeout: 30_000 }).toMatch(/^\/objects\//)
  expect((await journeyOf(other)).told.at(-1)?.totalBytes).toBeLessThan(TOO_LARGE_BYTES)
  expect((await journeyOf(asking)).told).toHaveLength(heard)
  expect(heard).toBeGreaterThan(0)
  expect((await journeyOf(asking)).told.at(-1)?.bytes).toBeLessThan(TOO_LARGE_BYTES)
})

test('a tab that fetches a file sees it come, and the tab beside it hears nothing', { tag: '@deep' }, async ({ context }) => {
  const [asking, other] = await twoTabs(context)
  await asking.evaluate(() => lab.download())
  await expect.poll(async () => (await journeyOf(asking)).end).toBe('events.xlsx')
  const last = (await journeyOf(asking)).told.at(-1)
  expect(last).toMatchObject({ direction: 'down', bytes: last?.totalBytes })
  expect(await bytesOf(other)).toEqual([])
})
