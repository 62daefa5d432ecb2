import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { encodeMediaUnit, mediaCodecs, type MediaRequest } from '#contract/media.ts'
import { loadClip, type Picture } from '#tests/support/clip.ts'
import type { PluginMedia, PluginPage } from '#tests/support/plugin-page.ts'
import { PluginStand } from '#tests/support/plugin-stand.ts'

const { pictures } = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const GROUP = 30
const sub = { width: 640, height: 360, fps: 15 }
const main = { width: 1280, height: 720, fps: 25 }
const camera = { sn: 'N0000001', chlIndex: 0 }
const CAMERA_SUB = 'N0000001/0/sub'
const CAMERA_MAIN = 'N0000001/0/main'

const open: PluginStand[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function start(...options: Parameters<typeof PluginStand.start>): Promise<PluginStand> {
  const stand = await PluginStand.start(...options)
  open.push(stand)
  return stand
}

/** Shows the camera's sub stream in a window; waits until the relay was asked for it. */
async function show(stand: PluginStand, page: PluginPage, tabId: string, winIndex: number): Promise<string | undefined> {
  const { mediaTicket } = await page.run('preview', { tabId, winIndex, ...camera, streamType: 'sub' })
  await expect.poll(() => stand.relay.streams).toContain(CAMERA_SUB)
  return mediaTicket
}

/** The picture with filler data (NAL type 12) behind it, which decoders pass over. */
function fatten({ unit, ...picture }: Picture): Picture {
  const filler = Buffer.concat([Buffer.from([0, 0, 0, 1, 12]), Buffer.alloc(250_000, 0xff), Buffer.from([0x80])])
  return { ...picture, unit: Buffer.concat([unit, filler]) }
}

describe('the sound of a stream', () => {
  const frame = (byte: number) => new Uint8Array(160).fill(byte)
  const heardBy = (media: PluginMedia) => media.units.filter(({ kind }) => kind === 'sound').map(({ channel, data }) => [channel, data[0]])

  /** Two tabs that show the camera. */
  async function twoTabs() {
    const stand = await start()
    const page = await stand.connectedPage()
    const first = stand.media(await show(stand, page, 'first', 3))
    const second = stand.media(await show(stand, page, 'second', 9))
    await Promise.all([once(first.socket, 'open'), once(second.socket, 'open')])
    stand.relay.config(CAMERA_SUB, sub)
    await expect.poll(() => [first.messages.length, second.messages.length]).toEqual([1, 1])
    const say = (media: PluginMedia, request: MediaRequest) => media.socket.send(JSON.stringify(request))
    const asked = () => stand.relay.requests.slice(1)
    return { stand, page, first, second, say, asked }
  }

  test('is asked for once for all windows that listen, and a window whose volume is 0 hears nothing', async () => {
    const { stand, page, first, second, say, asked } = await twoTabs()
    say(first, { op: 'sound', channel: 3, isOn: true })
    await expect.poll(asked).toEqual([{ op: 'sound', channel: 0, isOn: true }])
    stand.relay.sound(CAMERA_SUB, frame(1))
    await expect.poll(() => heardBy(first)).toEqual([[3, 1]])
    await page.run('SetVolume', { tabId: 'first', winIndex: 3, volume: 0 })
    await expect.poll(asked).toEqual([
      { op: 'sound', channel: 0, isOn: true },
      { op: 'sound', channel: 0, isOn: false },
    ])
    say(second, { op: 'sound', channel: 9, isOn: true })
    await expect.poll(() => asked().length).toBe(3)
    stand.relay.sound(CAMERA_SUB, frame(2))
    await expect.poll(() => heardBy(second)).toEqual([[9, 2]])
    await page.run('SetVolume', { tabId: 'first', winIndex: 3, volume: 80 })
    stand.relay.sound(CAMERA_SUB, frame(3))
    await expect
      .poll(() => [heardBy(first), heardBy(second)])
      .toEqual([
        [
          [3, 1],
          [3, 3],
        ],
        [
          [9, 2],
          [9, 3],
        ],
      ])
    expect(asked()).toHaveLength(3)
  })

  test('goes the other way for one person at a time, who ends it with the tab', async () => {
    const { stand, first, second, say, asked } = await twoTabs()
    say(first, { op: 'talk', channel: 3, isOn: true })
    await expect.poll(asked).toEqual([{ op: 'talk', channel: 0, isOn: true }])
    stand.relay.talk(CAMERA_SUB, { isOn: true })
    await expect.poll(() => first.messages.at(-1)).toEqual({ op: 'talk', channel: 3, isOn: true })
    say(second, { op: 'talk', channel: 9, isOn: true })
    await expect.poll(() => second.messages.at(-1)).toEqual({ op: 'talk', channel: 9, isOn: false, fault: 'busy' })
    const unit = { kind: 'sound', isKey: false, isPreroll: false, codec: mediaCodecs.pcmu, ptsUs: 1, captureMs: 1, sequence: 1 } as const
    second.socket.send(encodeMediaUnit({ ...unit, channel: 9, data: frame(9) }))
    first.socket.send(encodeMediaUnit({ ...unit, channel: 3, data: frame(7) }))
    await expect.poll(() => stand.relay.frames.map((said) => [said?.channel, said?.data[0]])).toEqual([[0, 7]])
    first.socket.terminate()
    await expect.poll(() => asked().at(-1)).toEqual({ op: 'talk', channel: 0, isOn: false })
    say(second, { op: 'talk', channel: 9, isOn: true })
    await expect.poll(() => asked().at(-1)).toEqual({ op: 'talk', channel: 0, isOn: true })
  })

  test('goes on the other way when the window changes streams, by its size or by hand, and nobody else gets in between', async () => {
    const { stand, page, first, second, say, asked } = await twoTabs()
    const unit = { kind: 'sound', isKey: false, isPreroll: false, codec: mediaCodecs.pcmu, ptsUs: 1, captureMs: 1, sequence: 1 } as const
    const speak = (byte: number) => first.socket.send(encodeMediaUnit({ ...unit, channel: 3, data: frame(byte) }))
    const heard = () => stand.relay.frames.map((said) => [said?.channel, said?.data[0]])
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 1))
    say(first, { op: 'talk', channel: 3, isOn: true })
    await expect.poll(asked).toHaveLength(1)
    stand.relay.talk(CAMERA_SUB, { isOn: true })
    await expect.poll(() => first.messages.at(-1)).toEqual({ op: 'talk', channel: 3, isOn: true })
    speak(1)
    await page.run('SetPluginSize', { tabId: 'first', winIndex: 3, width: 1920, height: 1080 })
    await expect.poll(() => stand.relay.streams).toContain(CAMERA_MAIN)
    stand.relay.config(CAMERA_MAIN, main)
    speak(2)
    await expect.poll(heard).toHaveLength(2)
    stand.relay.play(CAMERA_MAIN, pictures.slice(0, 1))
    await expect.poll(() => asked().at(-1)).toEqual({ op: 'talk', channel: 1, isOn: true, from: 0 })
    speak(3)
    say(second, { op: 'talk', channel: 9, isOn: true })
    await expect.poll(() => second.messages.at(-1)).toEqual({ op: 'talk', channel: 9, isOn: false, fault: 'busy' })
    await page.run('preview', { tabId: 'first', winIndex: 3, ...camera, streamType: 'sub' })
    await expect.poll(() => asked().at(-1)).toEqual({ op: 'close', channel: 1 })
    expect(asked().at(-2)).toEqual({ op: 'talk', channel: 0, isOn: true, from: 1 })
    speak(4)
    await expect.poll(heard).toEqual([
      [0, 1],
      [0, 2],
      [1, 3],
      [0, 4],
    ])
    expect(first.messages.filter((message) => message.op === 'talk')).toEqual([{ op: 'talk', channel: 3, isOn: true }])
    say(first, { op: 'talk', channel: 3, isOn: false })
    await expect.poll(() => asked().at(-1)).toEqual({ op: 'talk', channel: 0, isOn: false })
  })
})

describe('a stream', () => {
  test('is open once for two tabs, and each gets it under the number of its own window', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const first = stand.media(await show(stand, page, 'first', 3))
    await once(first.socket, 'open')
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 5))
    await expect.poll(() => first.units.length).toBe(5)

    const second = stand.media(await show(stand, page, 'second', 9))
    await expect.poll(() => second.units.length).toBe(5)
    stand.relay.play(CAMERA_SUB, pictures.slice(5, 7))
    await expect.poll(() => [first.units.length, second.units.length]).toEqual([7, 7])

    expect(stand.relay.requests).toEqual([{ op: 'open', channel: 0, ...camera, stream: 'sub' }])
    expect(first.messages).toEqual([{ op: 'config', channel: 3, stream: 'sub', codec: 'avc1.42c01f', ...sub }])
    expect(second.messages).toEqual([{ op: 'config', channel: 9, stream: 'sub', codec: 'avc1.42c01f', ...sub }])
    expect(new Set(first.units.map((unit) => unit.channel))).toEqual(new Set([3]))
    expect(new Set(second.units.map((unit) => unit.channel))).toEqual(new Set([9]))
    expect(stand.plugin.stats()).toEqual({ controlSockets: 1, mediaSockets: 2, upstreams: 1, windows: 2 })
  })

  test('begins with the current group of pictures, marked as past but for the newest', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const first = stand.media(await show(stand, page, 'first', 0))
    await once(first.socket, 'open')
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, GROUP + 3))
    await expect.poll(() => first.units.length).toBe(GROUP + 3)
    const second = stand.media(await show(stand, page, 'second', 0))
    await expect.poll(() => second.story).toEqual(['config sub', 'key 30 preroll', 'delta 31 preroll', 'delta 32'])
    expect(second.units.map((unit) => Buffer.from(unit.data))).toEqual(
      pictures.slice(GROUP, GROUP + 3).map(({ unit }) => Buffer.from(unit)),
    )
    expect(first.story).not.toContainEqual(expect.stringContaining('preroll'))
  })

  test('is closed when the last of its windows stops, and not before', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    await show(stand, page, 'first', 0)
    await page.run('preview', { tabId: 'first', winIndex: 1, ...camera, streamType: 'sub' })
    await page.run('preview', { tabId: 'second', winIndex: 0, ...camera, streamType: 'sub' })
    await page.run('stop', { tabId: 'first', winIndex: -1 })
    expect(stand.plugin.stats().windows).toBe(1)
    await page.run('preview', { tabId: 'second', winIndex: 0, ...camera, chlIndex: 1, streamType: 'sub' })
    await expect.poll(() => stand.relay.streams).toEqual(['N0000001/1/sub'])
    expect(stand.relay.requests.map(({ op, channel }) => `${op} ${channel}`)).toEqual(['open 0', 'open 1', 'close 0'])
  })

  test('that fails says so in all its windows, also those that come later, and goes on by itself', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const first = stand.media(await show(stand, page, 'first', 0))
    await once(first.socket, 'open')
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 1))
    stand.relay.fail(CAMERA_SUB, 'offline')
    await expect.poll(() => first.story).toEqual(['config sub', 'key 0', 'failed offline'])
    const second = stand.media(await show(stand, page, 'second', 0))
    await expect.poll(() => second.story).toEqual(['failed offline'])
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(1, 2)) // without the key frame that it needs
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 2))
    await expect.poll(() => second.story.slice(1)).toEqual(['config sub', 'key 2', 'delta 3'])
    await expect.poll(() => first.story.slice(3)).toEqual(['config sub', 'key 2', 'delta 3'])
  })
})

describe('a media socket', () => {
  test('opens once for a ticket', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const ticket = await show(stand, page, 'tab', 0)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    const media = stand.media(ticket)
    await once(media.socket, 'open')
    for (const bad of [ticket, 'x'.repeat(43), '']) {
      const refused = stand.media(bad)
      await expect.poll(() => refused.closeCode).toBe(4401)
    }
    expect(media.closeCode).toBeUndefined()
  })

  test('is asked for only while the tab has none', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const media = stand.media(await show(stand, page, 'tab', 0))
    await once(media.socket, 'open')
    expect(await show(stand, page, 'tab', 1)).toBeUndefined()
    expect(await show(stand, page, 'other tab', 0)).toBeTypeOf('string')
  })

  test('that nobody opens in time frees the windows, and its ticket is worth nothing', async () => {
    const stand = await start({ ticketLifeMs: 60 })
    const page = await stand.connectedPage()
    const ticket = await show(stand, page, 'tab', 0)
    expect(stand.plugin.stats().windows).toBe(1)
    await expect.poll(() => stand.plugin.stats().windows).toBe(0)
    await expect.poll(() => stand.relay.streams).toEqual([])
    const late = stand.media(ticket)
    await expect.poll(() => late.closeCode).toBe(4401)
  })

  test('that closes frees the windows of its tab, and of no other', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const closing = stand.media(await show(stand, page, 'closing', 0))
    const staying = stand.media(await show(stand, page, 'staying', 0))
    await page.run('preview', { tabId: 'closing', winIndex: 1, ...camera, chlIndex: 7, streamType: 'main' })
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB, 'N0000001/7/main'])
    closing.socket.terminate()
    await expect.poll(() => stand.plugin.stats()).toEqual({ controlSockets: 1, mediaSockets: 1, upstreams: 1, windows: 1 })
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB])
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 1))
    await expect.poll(() => staying.story).toEqual(['config sub', 'key 0'])
  })

  test('opened a second time takes over from the first', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const tickets = [await show(stand, page, 'tab', 0), await show(stand, page, 'tab', 1)]
    const first = stand.media(tickets[0])
    await once(first.socket, 'open')
    stand.relay.config(CAMERA_SUB, sub)
    const second = stand.media(tickets[1])
    await expect.poll(() => first.closeCode).toBe(1005)
    await expect.poll(() => second.messages.map(({ channel }) => channel)).toEqual([0, 1])
    expect(stand.plugin.stats()).toMatchObject({ mediaSockets: 1, windows: 2 })
  })

  test('on which a tab speaks is closed', async () => {
    const stand = await start()
    const media = stand.media(await show(stand, await stand.connectedPage(), 'tab', 0))
    await once(media.socket, 'open')
    media.socket.send('{"op":"open","channel":0}')
    await expect.poll(() => media.closeCode).toBe(4400)
    await expect.poll(() => stand.plugin.stats().windows).toBe(0)
  })

  test('ends with the control socket of its page', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const media = stand.media(await show(stand, page, 'tab', 0))
    await once(media.socket, 'open')
    page.close()
    await expect.poll(() => media.closeCode).toBe(1001)
  })
})

describe('a tab that is too slow', () => {
  test('misses whole groups of pictures, never the middle of one, while the others miss nothing', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const slow = stand.media(await show(stand, page, 'slow', 1))
    const quick = stand.media(await show(stand, page, 'quick', 0))
    await Promise.all([once(slow.socket, 'open'), once(quick.socket, 'open')])
    stand.relay.config(CAMERA_SUB, sub)
    await expect.poll(() => quick.story).toEqual(['config sub'])
    slow.socket.pause()
    for (const picture of pictures.slice(0, 4 * GROUP).map(fatten)) {
      stand.relay.play(CAMERA_SUB, [picture])
      await once(quick.socket, 'message')
    }
    const sent = quick.units.length
    expect(sent).toBe(4 * GROUP)

    slow.socket.resume()
    for (let next = 5; !slow.units.some((unit) => unit.sequence >= sent); next++) {
      stand.relay.play(CAMERA_SUB, [pictures[next % GROUP] as Picture])
      await once(quick.socket, 'message')
    }
    const sequences = slow.units.map((unit) => unit.sequence)
    const gaps = slow.units.filter((unit, index) => index > 0 && unit.sequence !== (sequences[index - 1] as number) + 1)
    expect(gaps).not.toHaveLength(0)
    expect(gaps.filter((unit) => !unit.isKey)).toEqual([])
    expect(new Set(slow.units.map((unit) => unit.channel))).toEqual(new Set([1]))
    expect(quick.story.slice(1, 4 * GROUP + 1).every((line, index) => line.endsWith(` ${index}`))).toBe(true)
  })
})

describe('the size of a window', () => {
  test('changes its stream at the next key frame, and for no other window', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const large = stand.media(await show(stand, page, 'large', 0))
    const small = stand.media(await show(stand, page, 'small', 0))
    await Promise.all([once(large.socket, 'open'), once(small.socket, 'open')])
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 2))
    await expect.poll(() => large.units.length).toBe(2)

    await page.run('SetPluginSize', { tabId: 'large', winIndex: 0, width: 1280, height: 720 })
    await page.run('SetPluginSize', { tabId: 'small', winIndex: 0, width: 640, height: 360 })
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB, CAMERA_MAIN])
    stand.relay.config(CAMERA_MAIN, main)
    stand.relay.play(CAMERA_MAIN, pictures.slice(1, 2)) // no key frame yet
    stand.relay.play(CAMERA_SUB, pictures.slice(2, 4))
    stand.relay.play(CAMERA_MAIN, pictures.slice(0, 2))
    stand.relay.play(CAMERA_SUB, pictures.slice(4, 5))
    await expect.poll(() => small.units.length).toBe(5)
    expect(large.story).toEqual(['config sub', 'key 0', 'delta 1', 'delta 2', 'delta 3', 'config main', 'key 1', 'delta 2'])
    expect(small.story).toEqual(['config sub', 'key 0', 'delta 1', 'delta 2', 'delta 3', 'delta 4'])
  })

  test('closes the stream that nobody needs any more', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const media = stand.media(await show(stand, page, 'tab', 0))
    await page.run('SetPluginSize', { tabId: 'tab', winIndex: 0, width: 1280, height: 720 })
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_MAIN])
    stand.relay.config(CAMERA_MAIN, main)
    stand.relay.play(CAMERA_MAIN, pictures.slice(0, 1))
    await expect.poll(() => media.story).toEqual(['config main', 'key 0'])
    await page.run('SetPluginSize', { tabId: 'tab', winIndex: 0, width: 640, height: 380 })
    expect(stand.relay.streams).toEqual([CAMERA_MAIN])
    await page.run('SetPluginSize', { tabId: 'tab', winIndex: 0, width: 640, height: 300 })
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_MAIN, CAMERA_SUB])
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 1))
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB])
    await expect.poll(() => media.story.slice(2)).toEqual(['config sub', 'key 0'])
  })

  test('that asks for a stream which fails leaves the one that plays, and asks again with the next size', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const media = stand.media(await show(stand, page, 'tab', 0))
    await once(media.socket, 'open')
    stand.relay.config(CAMERA_SUB, sub)
    await expect.poll(() => media.story).toEqual(['config sub'])
    for (let attempt = 0; attempt < 2; attempt++) {
      await page.run('SetPluginSize', { tabId: 'tab', winIndex: 0, width: 1280, height: 720 })
      await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB, CAMERA_MAIN])
      stand.relay.fail(CAMERA_MAIN, 'not-found')
      await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB])
    }
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 1))
    await expect.poll(() => media.story).toEqual(['config sub', 'key 0'])
  })
})

describe('a lost connection to the service', () => {
  test('is told to the windows and the page; a new one opens the windows again', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const media = stand.media(await show(stand, page, 'tab', 2))
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 1))
    await expect.poll(() => media.story).toEqual(['config sub', 'key 0'])
    stand.relay.cut()
    await expect.poll(() => media.messages.at(-1)).toEqual({ op: 'failed', channel: 2, fault: 'lost' })
    await expect.poll(() => page.unasked).toEqual([{ kind: 'reply', id: '0', name: 'connectToServer', code: 409, body: {} }])
    expect(stand.plugin.stats()).toEqual({ controlSockets: 1, mediaSockets: 1, upstreams: 0, windows: 1 })
    expect(await page.codeOf('preview', { tabId: 'tab', winIndex: 3, ...camera, streamType: 'sub' })).toBe(409)

    await page.run('connectToServer', { address: stand.relay.origin, ticket: 'fresh' })
    await expect.poll(() => stand.relay.streams).toEqual([CAMERA_SUB])
    stand.relay.config(CAMERA_SUB, sub)
    stand.relay.play(CAMERA_SUB, pictures.slice(0, 2))
    await expect.poll(() => media.story.slice(2)).toEqual(['failed lost', 'config sub', 'key 0', 'delta 1'])
  })

  test('connecting again without a loss moves the windows quietly', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    const media = stand.media(await show(stand, page, 'tab', 0))
    await once(media.socket, 'open')
    await page.run('connectToServer', { address: stand.relay.origin, ticket: 'fresh' })
    await expect.poll(() => stand.relay.connections).toBe(1)
    await expect.poll(() => stand.relay.requests.length).toBe(2)
    stand.relay.config(CAMERA_SUB, sub)
    await expect.poll(() => media.story).toEqual(['config sub'])
    expect(page.unasked).toEqual([])
  })
})
