import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { cameraNamed, screenIn } from './support/station.ts'
import { expect, test } from './support/test.ts'

const XVFB = 'Xvfb'
const SCRIPT = 'docs/kiosk/station.sh'
const hasXvfb = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, XVFB)))

/** A screen that nobody sees. Answers with its number as X has it. */
async function openDisplay(): Promise<{ server: ChildProcess; display: string }> {
  const server = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x720x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const told = server.stdio[3]
  if (!told) throw new Error('Xvfb does not tell its display.')
  const [number] = (await once(told, 'data')) as [Buffer]
  return { server, display: `:${number.toString().trim()}` }
}

/** The process of the browser that has this folder. */
async function pidOf(data: string): Promise<number> {
  const lock = await readlink(join(data, 'SingletonLock')).catch(() => '')
  return Number(/-(\d+)$/.exec(lock)?.[1] ?? 0)
}

/** The page of the browser that has this folder, once that is another one than `before`. */
async function pageOf(data: string, before = 0): Promise<{ browser: Browser; page: Page; pid: number }> {
  await expect.poll(() => pidOf(data).then((pid) => pid !== 0 && pid !== before)).toBe(true)
  const pid = await pidOf(data)
  const found: { browser?: Browser | undefined } = {}
  const connect = async () => {
    const [port] = (await readFile(join(data, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')
    found.browser = port ? await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => undefined) : undefined
    return found.browser?.contexts()[0]?.pages().length ?? 0
  }
  await expect.poll(connect).toBeGreaterThan(0)
  const { browser } = found
  const page = browser?.contexts()[0]?.pages()[0]
  if (browser === undefined || page === undefined) throw new Error('The browser of the station shows no page.')
  return { browser, page, pid }
}

test('the start-up script fills the screen with the station, and brings a browser that was killed back paired and with its picture', {
  tag: '@deep',
}, async ({ stack }) => {
  test.skip(!hasXvfb, 'Xvfb is not on this machine: there is no screen to start the script on.')
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const camera = await cameraNamed(admin, 'Gate 1 – entry')
  const data = await mkdtemp(join(tmpdir(), 'sightline-station-'))
  const { server, display } = await openDisplay()
  const script = spawn('sh', [SCRIPT], {
    env: {
      ...process.env,
      DISPLAY: display,
      STATION_URL: `${url}/user/kiosk`,
      STATION_DATA: data,
      STATION_SIZE: '1280x720',
      STATION_BROWSER: findChromium() ?? '',
      // Tests run as whoever, and attach.
      STATION_FLAGS: '--no-sandbox --remote-debugging-port=0 --ozone-platform=x11 --lang=en-US',
    },
    stdio: 'ignore',
  })
  const ended = once(script, 'exit')
  try {
    const first = await pageOf(data)
    await expect(screenIn(first.page).locator('[data-code]')).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    // To the last pixel, and one beyond.
    expect(await first.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1281, 721])
    const pairingCode = (await screenIn(first.page).locator('[data-code]').textContent()) ?? ''
    const { sn } = await admin.call(stationPair, { pairingCode, name: 'Started screen', siteId: 'harbor-gate' })
    await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: camera.sn, chlIndex: camera.chlIndex } })
    await expect(screenIn(first.page).locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')

    process.kill(first.pid, 'SIGKILL')
    const second = await pageOf(data, first.pid)
    await expect(screenIn(second.page).locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
    await expect(screenIn(second.page).locator('[data-code]')).toHaveCount(0)

    // Whoever stops the script stops the browser with it.
    script.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(() => process.kill(second.pid, 0)).toThrow(/ESRCH/)
    await admin.call(deviceUnbind, { sn })
  } finally {
    if (script.exitCode === null) script.kill('SIGTERM')
    await ended
    server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
})
