import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { writeFault } from '#contract/plugin/xml.ts'
import { PluginCloud } from '#workers/core/plugin-cloud.ts'
import { type NamedChannel, PluginNames } from '#workers/core/plugin-names.ts'
import { isNewer, PluginSocket } from '#workers/core/plugin-socket.ts'
import { PluginWindows } from '#workers/core/plugin-windows.ts'
import type { PlayedSocket } from '#tests/support/core/other-end.ts'
import { play, type Replies } from '#tests/support/core/played-plugin.ts'
import { TestProfile, type TestPorts } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

let profile: TestProfile
let ports: TestPorts
let plugin: PluginSocket
let windows: PluginWindows
let names: PluginNames
let channels: NamedChannel[] | undefined
let tickets: number
let isServiceThere: boolean
const states: string[] = []

beforeEach(() => {
  profile = new TestProfile()
  ports = profile.ports()
  tickets = 0
  isServiceThere = true
  states.length = 0
  plugin = new PluginSocket(ports, {
    port: async () => 31853,
    ticket: async () => (isServiceThere ? `ticket-${(tickets += 1)}` : undefined),
    sessionId: () => 'session-1',
    onState: () => states.push(plugin.state.kind),
    onStolen: () => states.push('stolen'),
  })
  channels = undefined
  names = new PluginNames(plugin, async () => channels)
  const cloud = new PluginCloud({
    clock: ports.clock,
    plugin,
    calls: { send: () => Promise.reject(new Error('Nothing is in the cloud.')) },
    time: { nowMs: () => 0 },
  })
  windows = new PluginWindows(ports, plugin, { names, cloud, portNumber: async () => 31853 })
})
afterEach(() => {
  plugin.stop()
  profile.close()
})

async function socketNo(count: number): Promise<PlayedSocket> {
  await until(`socket ${count}`, () => ports.sockets.length === count)
  return ports.sockets[count - 1] as PlayedSocket
}

async function loaded(replies?: Replies) {
  plugin.start()
  const socket = await socketNo(1)
  const got = play(socket, replies)
  await until('a loaded plugin', () => plugin.state.kind === 'loaded')
  return { socket, got }
}

describe('finding the plugin', () => {
  it('asks for its version and joins it to the service with a ticket', async () => {
    const { got, socket } = await loaded()
    expect(socket.url).toBe('ws://127.0.0.1:31853/')
    expect(got).toEqual([
      { name: 'getOCXVersion', body: {} },
      { name: 'connectToServer', body: { address: 'https://video.example.org', ticket: 'ticket-1', sessionId: 'session-1' } },
    ])
    expect(plugin.state).toEqual({ kind: 'loaded', version: '1.0.0.1914', needsUpdate: false })
  })

  it('retries once, says that there is none, and goes on looking every 30 s', async () => {
    plugin.start()
    for (const [attempt, waitMs, kind] of [
      [1, 1_000, 'connecting'],
      [2, 30_000, 'unloaded'],
      [3, 30_000, 'unloaded'],
    ] as const) {
      const socket = await socketNo(attempt)
      socket.fail()
      await until('a pause', () => profile.clock.waits.includes(waitMs))
      expect(plugin.state.kind).toBe(kind)
      profile.clock.advance(waitMs - 1)
      expect(ports.sockets).toHaveLength(attempt)
      profile.clock.advance(1)
    }
    expect(plugin.state).toEqual({ kind: 'unloaded', reason: 'absent' })
    play(await socketNo(4))
    await until('a loaded plugin', () => plugin.state.kind === 'loaded')
  })

  it('says when the browser has to be asked first, and connects after that', async () => {
    ports.permission = 'prompt'
    plugin.start()
    const first = await socketNo(1)
    first.fail()
    await until('a pause', () => profile.clock.waits.includes(1_000))
    profile.clock.advance(1_000)
    const second = await socketNo(2)
    second.fail()
    await until('the wish for a permission', () => plugin.state.kind === 'unloaded')
    expect(plugin.state).toEqual({ kind: 'unloaded', reason: 'permission-needed' })
    await until('a pause', () => profile.clock.waits.includes(30_000))
    ports.permission = 'granted'
    const state = plugin.connectNow()
    play(await socketNo(3))
    expect(await state).toMatchObject({ kind: 'loaded' })
  })

  it('raises no question of the browser before the person wishes it, where the worker of a page could', async () => {
    ports.raisesQuestions = true
    ports.permission = 'prompt'
    plugin.start()
    await until('a pause', () => profile.clock.waits.includes(1_000))
    profile.clock.advance(1_000)
    await until('a longer pause', () => profile.clock.waits.includes(30_000))
    expect(plugin.state).toEqual({ kind: 'unloaded', reason: 'permission-needed' })
    expect(ports.sockets).toEqual([])
    // That the service is back is no wish of a person.
    plugin.retryNow()
    await until('a pause as long', () => profile.clock.waits.includes(30_000))
    expect(ports.sockets).toEqual([])
    const state = plugin.connectNow()
    play(await socketNo(1))
    expect(await state).toMatchObject({ kind: 'loaded' })
  })

  it('leaves no socket open when the part that speaks with it cannot be loaded: the release is gone', async () => {
    vi.doMock('#contract/plugin/xml.ts', () => {
      throw new Error('404')
    })
    try {
      plugin.start()
      const socket = await socketNo(1)
      socket.open()
      await until('it is closed', () => socket.readyState > socket.OPEN)
    } finally {
      vi.doUnmock('#contract/plugin/xml.ts')
    }
  })

  it('says when the plugin refuses this service', async () => {
    plugin.start()
    const socket = await socketNo(1)
    play(socket, { connectToServer: () => pluginCodes.refused })
    await until('a refusal', () => plugin.state.kind === 'unloaded')
    expect(plugin.state).toEqual({ kind: 'unloaded', reason: 'refused' })
    expect(socket.readyState).toBe(3)
  })

  it('is joined as soon as the service is back that could not be reached, and not half a minute later', async () => {
    isServiceThere = false
    plugin.start()
    play(await socketNo(1))
    await until('a pause', () => profile.clock.waits.includes(1_000))
    expect(plugin.state).toEqual({ kind: 'connecting' })
    profile.clock.advance(1_000)
    play(await socketNo(2))
    await until('a longer pause', () => profile.clock.waits.includes(30_000))
    expect(plugin.state).toEqual({ kind: 'unloaded', reason: 'refused' })
    isServiceThere = true
    plugin.retryNow()
    play(await socketNo(3))
    await until('a loaded plugin', () => plugin.state.kind === 'loaded')
  })

  it('raises a flag when the plugin is too old', async () => {
    await loaded({ getOCXVersion: () => ({ pluginVersion: '1.0.0.1899' }) })
    expect(plugin.state).toEqual({ kind: 'loaded', version: '1.0.0.1899', needsUpdate: true })
  })

  it('tells the tabs that it draws its own windows', async () => {
    await loaded({ getOCXVersion: () => ({ pluginVersion: '1.0.0.1914', isNative: true }) })
    expect(plugin.state).toEqual({ kind: 'loaded', version: '1.0.0.1914', needsUpdate: false, isNative: true })
  })

  it('needs another version on a Mac', async () => {
    ports.isMac = true
    await loaded({ getOCXVersion: () => ({ pluginVersion: '1.0.0.1899' }) })
    expect(plugin.state).toEqual({ kind: 'loaded', version: '1.0.0.1899', needsUpdate: false })
  })

  it('says when the browser denies it, and finds it when the browser allows it after all', async () => {
    ports.permission = 'denied'
    plugin.start()
    ;(await socketNo(1)).fail()
    await until('a pause', () => profile.clock.waits.includes(1_000))
    profile.clock.advance(1_000)
    ;(await socketNo(2)).fail()
    await until('a denial', () => plugin.state.kind === 'unloaded')
    expect(plugin.state).toEqual({ kind: 'unloaded', reason: 'denied' })
    await until('a pause', () => profile.clock.waits.includes(30_000))
    ports.permission = 'granted'
    profile.clock.advance(30_000)
    play(await socketNo(3))
    await until('a loaded plugin', () => plugin.state.kind === 'loaded')
  })

  it('compares versions by number', () => {
    expect(isNewer('1.0.0.1914', '1.0.0.1899')).toBe(true)
    expect(isNewer('1.0.0.1914', '1.0.0.1914')).toBe(false)
    expect(isNewer('1.0.0.1914', '1.0.0.20000')).toBe(false)
    expect(isNewer('1.0.0.1914', '1.0.1')).toBe(false)
    expect(isNewer('1.0.0.1914', '1.0')).toBe(true)
  })
})

describe('a plugin that is there', () => {
  it('is asked for its version every 30 s, and is lost when it does not answer', async () => {
    const { socket, got } = await loaded()
    await until('a heartbeat to come', () => profile.clock.waits.includes(30_000))
    profile.clock.advance(30_000)
    await until('a heartbeat', () => got.filter((one) => one.name === 'getOCXVersion').length === 2)
    await until('the next heartbeat', () => profile.clock.waits.includes(30_000))
    socket.send = () => {}
    profile.clock.advance(30_000)
    await until('the wait for a reply', () => profile.clock.waits.includes(10_000))
    profile.clock.advance(10_000)
    await until('a lost plugin', () => plugin.state.kind === 'connecting')
    await until('a pause', () => profile.clock.waits.includes(1_000))
    profile.clock.advance(1_000)
    play(await socketNo(2))
    await until('a loaded plugin', () => plugin.state.kind === 'loaded')
  })

  it('is joined again with a new ticket when it lost the service', async () => {
    const { socket, got } = await loaded()
    socket.say(writeFault('connectToServer', '0', pluginCodes.notConnected))
    await until('a second joining', () => got.filter((one) => one.name === 'connectToServer').length === 2)
    expect(got.at(-1)?.body['ticket']).toBe('ticket-2')
    expect(plugin.state.kind).toBe('loaded')
  })

  it('gives the address of a media socket with its first window', async () => {
    const { got } = await loaded({ preview: ({ winIndex }) => (winIndex === '0' ? { mediaTicket: 'a/b' } : {}) })
    const window = { tabId: 't', winIndex: 0, sn: 'SN0001', chlIndex: 2, stream: 'sub' as const }
    expect(await windows.preview(window)).toEqual({ ok: true, data: { mediaUrl: 'ws://127.0.0.1:31853/media?ticket=a%2Fb' } })
    expect(await windows.preview({ ...window, winIndex: 1 })).toEqual({ ok: true, data: {} })
    expect(got.at(-1)).toEqual({ name: 'preview', body: { tabId: 't', winIndex: '1', sn: 'SN0001', chlIndex: '2', streamType: 'sub' } })
  })

  it('stops the windows of a tab that is gone', async () => {
    const { got } = await loaded()
    await windows.forgetTab('t')
    expect(got.at(-1)).toEqual({ name: 'stop', body: { tabId: 't', winIndex: '-1' } })
  })

  it('is told a size again each 300 ms until it takes it, however long it refuses', async () => {
    let isThere = false
    const { got } = await loaded({ SetPluginSize: () => (isThere ? {} : pluginCodes.windowUnknown) })
    const sizes = () => got.filter((one) => one.name === 'SetPluginSize').length
    const result = windows.setSize({ tabId: 't', winIndex: 0, width: 640, height: 360 })
    for (let tries = 1; tries <= 40; tries += 1) {
      await until('a try and a pause', () => sizes() === tries && profile.clock.waits.includes(300))
      isThere = tries === 40
      profile.clock.advance(300)
    }
    expect(await result).toEqual({ ok: true, data: null })
    expect(sizes()).toBe(41)
  })

  it('is told a size no more once its window is stopped', async () => {
    const { got } = await loaded({ SetPluginSize: () => pluginCodes.windowUnknown })
    const result = windows.setSize({ tabId: 't', winIndex: 0, width: 640, height: 360 })
    await until('a pause', () => profile.clock.waits.includes(300))
    await windows.stop({ tabId: 't', winIndex: 0 })
    profile.clock.advance(300)
    expect(await result).toMatchObject({ ok: false, code: pluginCodes.windowUnknown })
    expect(got.filter((one) => one.name === 'SetPluginSize')).toHaveLength(1)
  })

  it('is told the device and the names of what a window shows, anew when they change, and of devices that are gone', async () => {
    const { got } = await loaded()
    const told = () => got.filter(({ name }) => ['pushDevice', 'bindChannelWin', 'popDevice'].includes(name))
    const gate = { sn: 'SN0001', chlIndex: 2, siteName: 'Harbor', channelName: 'Gate', devType: 2 as const, deviceName: 'Recorder' }
    const window = { tabId: 't', sn: 'SN0001', stream: 'sub' as const }
    channels = [gate, { ...gate, chlIndex: 3, channelName: 'Yard' }]
    await windows.preview({ ...window, winIndex: 0, chlIndex: 2 })
    await windows.preview({ ...window, winIndex: 1, chlIndex: 3 })
    const bound = { tabId: 't', sn: 'SN0001', siteName: 'Harbor' }
    await until('two names', () => told().length === 3)
    expect(told()).toEqual([
      { name: 'pushDevice', body: { sn: 'SN0001', devType: '2', name: 'Recorder' } },
      { name: 'bindChannelWin', body: { ...bound, winIndex: '0', chlIndex: '2', channelName: 'Gate' } },
      { name: 'bindChannelWin', body: { ...bound, winIndex: '1', chlIndex: '3', channelName: 'Yard' } },
    ])
    channels = [{ ...gate, channelName: 'Main gate' }]
    await windows.stop({ tabId: 't', winIndex: 1 })
    await names.lookAgain()
    expect(told().slice(3)).toEqual([
      { name: 'bindChannelWin', body: { ...bound, winIndex: '0', chlIndex: '2', channelName: 'Main gate' } },
    ])
    channels = []
    await names.lookAgain()
    expect(told().slice(4)).toEqual([{ name: 'popDevice', body: { sn: 'SN0001' } }])
  })

  it('is told only the last size', async () => {
    let isThere = false
    const { got } = await loaded({ SetPluginSize: () => (isThere ? {} : pluginCodes.windowUnknown) })
    const first = windows.setSize({ tabId: 't', winIndex: 0, width: 640, height: 360 })
    await until('a pause', () => profile.clock.waits.includes(300))
    isThere = true
    expect(await windows.setSize({ tabId: 't', winIndex: 0, width: 1280, height: 720 })).toMatchObject({ ok: true })
    profile.clock.advance(300)
    expect(await first).toMatchObject({ ok: false })
    expect(got.at(-1)?.body['width']).toBe('1280')
  })
})
