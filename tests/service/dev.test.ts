import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts'
import { Launcher } from '#tests/support/launcher.ts'
import { freePort } from '#tests/support/stack.ts'

/** Vite bundles the dependencies first when they have changed. */
const START_MS = 180_000
/** More than are on their way at any time: two seconds of the camera. */
const PICTURES = 50

let folder: string
let port: number
let launcher: Launcher

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-dev-'))
  port = await freePort()
  launcher = new Launcher(
    { SIGHTLINE_PORT: String(port), SIGHTLINE_PLUGIN_PORT: String(await freePort()), SIGHTLINE_DATA: join(folder, 'data') },
    ['--dev'],
  )
})
afterEach(async () => {
  launcher.signal('SIGKILL')
  await launcher.exited
  rmSync(folder, { recursive: true, force: true })
})

test('npm run dev serves the app with calls, pushes and video, and the service starts anew when its files change @deep', {
  timeout: 2 * START_MS,
}, async () => {
  await launcher.greeted(START_MS)
  const address = `http://localhost:${port + 1}/user`
  expect(launcher.output).toContain(`${address}/`)
  const [, loginName = '', password = ''] = /^ {4}(\S+) +(\S+) {2}\(administrator\)$/m.exec(launcher.output) ?? []
  const browser = await chromium.launch({ args: chromiumFlags, executablePath: findChromium() })
  try {
    const page = await browser.newPage({ locale: 'en-US' })
    page.setDefaultTimeout(START_MS)
    await page.goto(`${address}/live`)
    await page.getByLabel('User name').fill(loginName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('treeitem', { name: /Gate 1 – entry/ }).dblclick()
    await page.locator('[data-cell="0"][data-state="playing"]').waitFor()

    const service = launcher.processOf('server/main.ts')
    const now = new Date()
    utimesSync(join(import.meta.dirname, '../../server/main.ts'), now, now)
    await vi.waitFor(() => expect(launcher.processOf('server/main.ts') ?? service).not.toBe(service), { timeout: START_MS, interval: 50 })
    expect(launcher.errors).toContain('The service starts anew, since its files have changed.\n')
    // The page finds it again by itself, and so do the cameras: more pictures come than were on their way. How long they stay out
    // depends on how quick the machine is.
    const pictures = () =>
      page.locator('[data-cell="0"] video').evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
    const before = await pictures()
    await vi.waitFor(async () => expect(await pictures()).toBeGreaterThan(before + PICTURES), { timeout: START_MS, interval: 200 })
    await page.locator('[data-cell="0"][data-state="playing"]').waitFor()
  } finally {
    await browser.close()
  }
  launcher.signal('SIGINT')
  expect(await launcher.exited).toBe(0)
  expect(launcher.alive()).toEqual([])
})
