import { afterEach, expect, test } from 'vitest'
import type { RtspFault } from '#device/bridge/rtsp/fault.ts'
import { BackChannel, type BackChannelOptions } from '#device/bridge/rtsp/back-channel.ts'
import { loadClip } from '#tests/support/clip.ts'
import { type RtspServerOptions, type RtspTestServer, startRtspServer } from '#tests/support/rtsp-server.ts'
import { heardTone, spokenTone } from '#tests/support/spoken-tone.ts'
import { TestLoudspeaker } from '#tests/support/test-loudspeaker.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const TONE_HZ = 440
const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function serve(loudspeaker?: TestLoudspeaker, options: Partial<RtspServerOptions> = {}): Promise<RtspTestServer> {
  const server = await startRtspServer({ cameras: [{ path: '/cam1', clip, fps: 15, ...(loudspeaker && { loudspeaker }) }], ...options })
  open.push(server)
  return server
}

function talkTo(url: string, options: Partial<BackChannelOptions> = {}): BackChannel {
  const channel = new BackChannel({ url, ...options })
  open.push(channel)
  return channel
}

test.each([
  ['µ-law', 'mu', ['0']],
  ['A-law', 'a', ['8']],
  ['µ-law where the camera takes both, under a number of its own', 'mu', ['8 97', 'a=rtpmap:97 PCMU/8000/1']],
] as const)('what is said is heard at the camera, in %s, tone for tone and without a gap', async (_what, law, formats) => {
  const loudspeaker = new TestLoudspeaker(...formats)
  const server = await serve(loudspeaker)
  const channel = talkTo(server.url('/cam1'))
  expect(await channel.open()).toBeUndefined()
  for (const frame of spokenTone(TONE_HZ, 50)) channel.send(frame)
  await expect.poll(() => loudspeaker.heard.length).toBe(50)
  const { heard } = loudspeaker
  const { share, missing } = heardTone(heard, law, TONE_HZ)
  expect(missing).toBe(0)
  expect(share).toBeGreaterThan(0.99)
  expect(heardTone(heard, law, TONE_HZ + 5).share).toBeLessThan(0.1)
  expect(heard.map(({ sequence }) => (sequence - (heard[0]?.sequence ?? 0)) & 0xffff)).toEqual(heard.map((_, at) => at))
  expect(heard.map(({ marker }) => marker)).toEqual(heard.map((_, at) => at === 0))
})

test('a pause in what is said is a pause at the camera, and what the network delivers unevenly is none', async () => {
  const loudspeaker = new TestLoudspeaker('0')
  const server = await serve(loudspeaker)
  const channel = talkTo(server.url('/cam1'))
  await channel.open()
  const uneven = spokenTone(TONE_HZ, 10).map((frame, at) => ({ ...frame, ptsUs: frame.ptsUs + (at % 3) * 30_000 }))
  const later = spokenTone(TONE_HZ, 5).map((frame) => ({ ...frame, ptsUs: frame.ptsUs + 1_200_000 }))
  for (const frame of [...uneven, ...later]) channel.send(frame)
  await expect.poll(() => loudspeaker.heard.length).toBe(15)
  const ticks = loudspeaker.heard.map(({ timestamp }) => (timestamp - (loudspeaker.heard[0]?.timestamp ?? 0)) >>> 0)
  expect(ticks).toEqual(ticks.map((_, at) => at * 160 + (at < 10 ? 0 : 8_000)))
  expect(loudspeaker.heard.map(({ marker }) => marker)).toEqual(ticks.map((_, at) => at === 0 || at === 10))
})

test.each([
  ['does not know of talking', undefined],
  ['hears nothing but AAC', new TestLoudspeaker('97', 'a=rtpmap:97 MPEG4-GENERIC/16000/1')],
  ['hears G.711 of 16 kHz', new TestLoudspeaker('97', 'a=rtpmap:97 PCMU/16000')],
])('a camera that %s says that nobody can talk to it', async (_what, loudspeaker) => {
  const server = await serve(loudspeaker)
  expect(await talkTo(server.url('/cam1')).look()).toBe('unsupported')
  expect(await talkTo(server.url('/cam1')).open()).toBe('unsupported')
  expect(server.requests).not.toContain('SETUP')
  await expect.poll(() => server.connectionCount).toBe(0)
})

test.each([
  ['DESCRIBE', '551 Option not supported', 'unsupported'],
  ['DESCRIBE', '403 Forbidden', 'refused'],
  ['SETUP', '461 Unsupported Transport', 'refused'],
  ['SETUP', '454 Session Not Found', 'refused'],
  ['PLAY', '453 Not Enough Bandwidth', 'refused'],
])('a camera that answers %s with %s is not talked to, and is left alone', async (method, status, fault) => {
  const loudspeaker = new TestLoudspeaker('0')
  loudspeaker.refuses = { method, status }
  const server = await serve(loudspeaker)
  expect(await talkTo(server.url('/cam1')).open()).toBe(fault)
  await expect.poll(() => server.connectionCount).toBe(0)
})

test.each([{ scheme: 'md5' as const }, { scheme: 'sha-256' as const, hasQop: true }])(
  'a camera with a password ($scheme) is talked to with it, also by its datagram address, and not with another one',
  async (options) => {
    const loudspeaker = new TestLoudspeaker('0')
    const server = await serve(loudspeaker, { auth: { ...options, username: 'anna', password: 's3cret' } })
    const channel = talkTo(`${server.url('/cam1', 'anna:s3cret')}?transport=udp`)
    expect(await channel.open()).toBeUndefined()
    for (const frame of spokenTone(TONE_HZ, 2)) channel.send(frame)
    await expect.poll(() => loudspeaker.heard.length).toBe(2)
    expect(await talkTo(server.url('/cam1', 'anna:wrong')).open()).toBe('refused')
  },
)

test('a camera is told that somebody is there for as long as they talk, then that it is over', async () => {
  const loudspeaker = new TestLoudspeaker('0')
  const server = await serve(loudspeaker, { sessionTimeoutS: 2 })
  const faults: RtspFault[] = []
  const channel = talkTo(server.url('/cam1'), { onClose: (fault) => faults.push(fault) })
  await channel.open()
  const keepAlives = () => server.requests.filter((method) => method === 'GET_PARAMETER').length
  await expect.poll(keepAlives).toBeGreaterThanOrEqual(2)
  await channel.close()
  await expect.poll(() => server.connectionCount).toBe(0)
  expect(server.requests.at(-1)).toBe('TEARDOWN')
  expect(faults).toEqual([])
  channel.send({ ptsUs: 0, data: new Uint8Array(160) })
})

test.each([
  [
    'has forgotten the session',
    (_server: RtspTestServer, loudspeaker: TestLoudspeaker) => {
      loudspeaker.refuses = { method: 'GET_PARAMETER', status: '454 Session Not Found' }
    },
  ],
  ['reboots', (server: RtspTestServer) => server.dropConnections()],
])('who talks hears of it when the camera %s', async (_what, happen) => {
  const loudspeaker = new TestLoudspeaker('0')
  const server = await serve(loudspeaker, { sessionTimeoutS: 1 })
  const ended = Promise.withResolvers<RtspFault>()
  await talkTo(server.url('/cam1'), { onClose: ended.resolve }).open()
  happen(server, loudspeaker)
  expect((await ended.promise).kind).toBe('lost')
})

test('a camera that is switched off, or never answers, is offline', async () => {
  const server = await serve(new TestLoudspeaker('0'))
  server.isSilent = true
  expect(await talkTo(server.url('/cam1'), { connectTimeoutMs: 50 }).open()).toBe('offline')
  server.refuse()
  expect(await talkTo(server.url('/cam1')).look()).toBe('offline')
})

test('a talk that is over before the camera listens leaves nothing open', async () => {
  const server = await serve(new TestLoudspeaker('0'))
  const channel = talkTo(server.url('/cam1'))
  const opening = channel.open()
  await channel.close()
  expect(await opening).toBe('offline')
  await expect.poll(() => server.connectionCount).toBe(0)
})
