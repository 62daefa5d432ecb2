import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { codecEnvironment } from '#contract/codec-api.ts'
import { mediaCodecs } from '#contract/media.ts'
import { newestPicture } from '#plugin/newest-picture.ts'
import { loadClip } from '#tests/support/clip.ts'
import { lookAtJpeg } from '#tests/support/look-at-jpeg.ts'
import type { PluginMedia, PluginPage } from '#tests/support/plugin-page.ts'
import { PluginStand } from '#tests/support/plugin-stand.ts'

const { pictures } = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const CAMERA = 'N0000001/0/sub'
const window = { tabId: 'tab', winIndex: 0 }

let stand: PluginStand
let page: PluginPage
let media: PluginMedia

afterEach(() => stand.close())

/** A window whose newest picture is the one of this index of the clip. */
async function showUntil(newest: number): Promise<void> {
  stand = await PluginStand.start()
  page = await stand.connectedPage()
  const { mediaTicket } = await page.run('preview', { ...window, sn: 'N0000001', chlIndex: 0, streamType: 'sub' })
  await expect.poll(() => stand.relay.streams).toEqual([CAMERA])
  media = stand.media(mediaTicket)
  stand.relay.config(CAMERA, { width: 640, height: 360, fps: 15 })
  stand.relay.play(CAMERA, pictures.slice(0, newest + 1))
  await expect.poll(() => media.units.at(-1)?.sequence).toBe(newest)
}

describe('snap', () => {
  test('writes the newest picture of the window', async () => {
    await showUntil(44)
    const beforeMs = Date.now()
    const { fileName, filePath, createTime } = await page.run('snap', window)
    expect(filePath).toBe(join(stand.dataFolder, 'plugin', 'snapshots', fileName))
    expect(fileName).toMatch(/^N0000001-1-\d{8}-\d{6}-\d{3}\.jpg$/)
    expect(createTime).toBeGreaterThanOrEqual(beforeMs)
    expect(createTime).toBeLessThanOrEqual(Date.now())
    expect(await lookAtJpeg(await readFile(filePath))).toEqual({ width: 640, height: 360, counter: 44 })
  })

  test('keeps the last five, also when they are asked for at once @deep', async () => {
    await showUntil(0)
    const replies = await Promise.all(Array.from({ length: 7 }, () => page.run('snap', window)))
    const names = replies.map(({ fileName }) => fileName).toSorted()
    expect(new Set(names).size).toBe(7)
    expect((await readdir(join(stand.dataFolder, 'plugin', 'snapshots'))).toSorted()).toEqual(names.slice(2))
  })

  test('says 501 when the folder cannot be written @deep', async () => {
    await showUntil(0)
    await writeFile(join(stand.dataFolder, 'plugin'), 'a file where the folder should be')
    expect(await page.codeOf('snap', window)).toBe(501)
  })

  test('keeps the new picture when the clock was set back @deep', async () => {
    await showUntil(0)
    const folder = join(stand.dataFolder, 'plugin', 'snapshots')
    await mkdir(folder, { recursive: true })
    const nextYear = new Date(Date.now() + 365 * 86_400_000)
    for (let count = 0; count < 5; count++) {
      await writeFile(join(folder, `N0000001-1-${count}.jpg`), '')
      await utimes(join(folder, `N0000001-1-${count}.jpg`), nextYear, nextYear)
    }
    const { fileName } = await page.run('snap', window)
    const names = await readdir(folder)
    expect(names).toContain(fileName)
    expect(names).toHaveLength(5)
  })

  test('says 502 when the picture is gone as soon as it is written @deep', async () => {
    await showUntil(0)
    const folder = join(stand.dataFolder, 'plugin', 'snapshots')
    mkdirSync(folder, { recursive: true })
    let thief: NodeJS.Immediate
    const steal = () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      thief = setImmediate(steal)
    }
    thief = setImmediate(steal)
    expect(await page.codeOf('snap', window)).toBe(502)
    clearImmediate(thief)
  })

  test('says 503 when there is no picture yet', async () => {
    stand = await PluginStand.start()
    page = await stand.connectedPage()
    await page.run('preview', { ...window, sn: 'N0000001', chlIndex: 0, streamType: 'sub' })
    expect(await page.codeOf('snap', window)).toBe(503)
  })

  test('says 503 when the picture cannot be decoded', async () => {
    await showUntil(0)
    stand.relay.play(CAMERA, [{ isKey: true, nals: [], unit: Buffer.from('this is no picture at all') }])
    await expect.poll(() => media.units.length).toBe(2)
    expect(await page.codeOf('snap', window)).toBe(503)
  })
})

/** The processes that decode for the plugin, which runs in this one. */
function decoders(): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const lines = table.split('\n').filter((line) => line.includes('codec/main.ts'))
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return processes.filter(([, parent]) => parent === process.pid).map(([pid = 0]) => pid)
}

test.skipIf(process.platform === 'win32')('a decoder that is killed costs one picture, and the plugin takes the next', async () => {
  await showUntil(44)
  const taking = page.codeOf('snap', window)
  await expect.poll(decoders, { interval: 1 }).toHaveLength(1)
  for (const pid of decoders()) process.kill(pid, 'SIGKILL')
  expect(await taking).toBe(503)
  const { filePath } = await page.run('snap', window)
  expect(await lookAtJpeg(await readFile(filePath))).toMatchObject({ counter: 44 })
})

test('the environment of the decoder has what a process needs to start, and nothing else', () => {
  const env = {
    PATH: '/bin',
    SIGHTLINE_SECRETS_KEY: 'k',
    SIGHTLINE_DATABASE_URL: 'postgres://u:p@h/d',
    HOME: '/root',
    NODE_OPTIONS: '--inspect',
  }
  expect(codecEnvironment(env)).toEqual({ PATH: '/bin' })
})

test('a long group is decoded to its last picture @deep', async () => {
  for (const length of [1, 2, 30]) {
    const units = pictures.slice(0, length).map(({ unit }) => unit)
    const jpeg = Buffer.from(await newestPicture(mediaCodecs.h264, units))
    expect(await lookAtJpeg(jpeg)).toEqual({ width: 640, height: 360, counter: length - 1 })
  }
})
