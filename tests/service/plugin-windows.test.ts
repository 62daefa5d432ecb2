import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadClip } from '#tests/support/clip.ts'
import type { PluginPage } from '#tests/support/plugin-page.ts'
import { PluginStand } from '#tests/support/plugin-stand.ts'

const { pictures } = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const GROUP = 30
const camera = { sn: 'N0000001', chlIndex: 0 }
const CAMERA_SUB = 'N0000001/0/sub'
const OTHER_SUB = 'N0000002/0/sub'
const format = { width: 640, height: 360, fps: 15 }

let stand: PluginStand
let page: PluginPage
beforeEach(async () => {
  stand = await PluginStand.start()
  page = await stand.connectedPage()
})
afterEach(() => stand.close())

const show = (winIndex: number, changes: object = {}) =>
  page.run('preview', { tabId: 't', winIndex, ...camera, streamType: 'sub', ...changes })

describe('splitCtrl', () => {
  test('with fewer windows stops those that have no place any more, and their streams', async () => {
    await show(0)
    await show(3, { sn: 'N0000002' })
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB, OTHER_SUB])
    const defaults = { chlIndex: 0, isPlayback: false, speed: 1, volume: 50, playMode: 'videoPlay' }
    const first = { ...defaults, winIndex: 0, sn: 'N0000001' }
    expect((await page.run('splitCtrl', { tabId: 't', splitNum: 4 })).windows).toEqual([
      first,
      { ...defaults, winIndex: 3, sn: 'N0000002' },
    ])
    expect((await page.run('splitCtrl', { tabId: 't', splitNum: 3 })).windows).toEqual([first])
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB])
    expect((await page.run('splitCtrl', { tabId: 'other', splitNum: 1 })).windows).toEqual([])
    expect(stand.plugin.stats().windows).toBe(1)
  })
})

describe('devices and the windows that are bound to their channels', () => {
  test('a window bound to another channel stops what it showed', async () => {
    await page.run('pushDevice', { sn: 'N0000001', devType: 1, name: 'Gate' })
    await show(0)
    await page.run('bindChannelWin', { tabId: 't', winIndex: 0, ...camera })
    expect(stand.plugin.stats().windows).toBe(1)
    await page.run('bindChannelWin', { tabId: 't', winIndex: 0, ...camera, chlIndex: 1 })
    expect(stand.plugin.stats().windows).toBe(0)
  })

  test('a picture is named as people call the channel of its window, whatever they put into the name @deep', async () => {
    await page.run('pushDevice', { sn: 'N0000001', devType: 1, name: 'Gate' })
    const { mediaTicket } = await show(0)
    const media = stand.media(mediaTicket)
    await once(media.socket, 'open')
    stand.relay.config(CAMERA_SUB, format)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 3))
    await expect.poll(() => media.units.length).toBe(3)
    const named = async () => (await page.run('snap', { tabId: 't', winIndex: 0 })).fileName
    expect(await named()).toMatch(/^N0000001-1-\d{8}-/)
    await page.run('bindChannelWin', { tabId: 't', winIndex: 0, ...camera, siteName: '../码头', channelName: 'Gate: "A"/B' })
    expect(await named()).toMatch(/^-码头 Gate- -A--B-\d{8}-\d{6}-\d{3}\.jpg$/)
  })

  test('a device that is taken back is shown nowhere any more, and others stay', async () => {
    await page.run('pushDevice', { sn: 'N0000001', devType: 1, name: 'Gate' })
    await page.run('pushDevice', { sn: 'N0000002', devType: 1, name: 'Yard' })
    await show(0)
    await page.run('preview', { tabId: 'u', winIndex: 5, ...camera, streamType: 'sub' })
    await show(1, { sn: 'N0000002' })
    await page.run('popDevice', { sn: 'N0000001' })
    await expect.poll(() => stand.relay.streams).toEqual([OTHER_SUB])
    expect(await page.codeOf('bindChannelWin', { tabId: 't', winIndex: 0, ...camera })).toBe(413)
    expect(await page.codeOf('popDevice', { sn: 'N0000001' })).toBe(413)
    expect(await page.codeOf('bindChannelWin', { tabId: 't', winIndex: 0, sn: 'N0000002', chlIndex: 0 })).toBe(200)
  })
})

describe('SetPlayMode', () => {
  test('with key frames alone sends nothing between them, and every picture again from the next one on', async () => {
    const { mediaTicket } = await show(0)
    const media = stand.media(mediaTicket)
    await once(media.socket, 'open')
    stand.relay.config(CAMERA_SUB, format)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 2))
    await expect.poll(() => media.units.length).toBe(2)
    await page.run('SetPlayMode', { tabId: 't', winIndex: 0, playMode: 'keyFramePlay' })
    stand.relay.play(CAMERA_SUB, pictures.slice(2, GROUP + 2))
    await expect.poll(() => media.story.slice(3)).toEqual([`key ${GROUP}`])
    await page.run('SetPlayMode', { tabId: 't', winIndex: 0, playMode: 'videoPlay' })
    stand.relay.play(CAMERA_SUB, pictures.slice(GROUP + 2, 2 * GROUP + 2))
    await expect.poll(() => media.story.slice(4)).toEqual([`key ${2 * GROUP}`, `delta ${2 * GROUP + 1}`])
  })
})
