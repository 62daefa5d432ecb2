import { expect, test } from 'vitest'
import { RtspError } from '#device/bridge/rtsp/fault.ts'
import { formatMessage, RtspReader, type RtspRequest, type RtspResponse } from '#device/bridge/rtsp/rtsp-message.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

type Item = RtspResponse | RtspRequest | { channel: number; payload: string }

function reader(items: Item[]): RtspReader {
  return new RtspReader({
    onMessage: (message) => items.push(message),
    onFrame: (channel, payload) => items.push({ channel, payload: payload.toString('hex') }),
  })
}

function frame(channel: number, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(0x24, channel, payload.length >> 8, payload.length & 0xff), payload])
}

const big = Buffer.alloc(60_000, 'abc$RTSP/1.0 200 OK\r\n\r\n')
const stream = Buffer.concat([
  Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 1\r\nWWW-Authenticate: Basic realm="a"\r\nWWW-authenticate:Digest realm="b"\r\n\r\n'),
  frame(0, Buffer.of(1, 2, 3)),
  frame(1, Buffer.of()),
  Buffer.from('\r\nRTSP/1.0 404 Stream Not Found\r\nCSeq: 2\r\nContent-Length: 4\r\n\r\n$\r\n\r'),
  frame(0, big),
  Buffer.from('OPTIONS rtsp://camera/ RTSP/1.0\r\nCSeq: 7\r\n\r\n'),
])
const whole: Item[] = []
reader(whole).push(stream)

test('tells answers, requests and frames apart', () => {
  expect(whole).toEqual([
    {
      kind: 'response',
      status: 200,
      reason: 'OK',
      body: '',
      headers: new Map([
        ['cseq', ['1']],
        ['www-authenticate', ['Basic realm="a"', 'Digest realm="b"']],
      ]),
    },
    { channel: 0, payload: '010203' },
    { channel: 1, payload: '' },
    expect.objectContaining({ kind: 'response', status: 404, reason: 'Stream Not Found', body: '$\r\n\r' }),
    { channel: 0, payload: big.toString('hex') },
    expect.objectContaining({ kind: 'request', method: 'OPTIONS', uri: 'rtsp://camera/' }),
  ])
})

test.each([1, 2, 3, 7, 100, 1460, 65_536])('reads the same from pieces of %i bytes', (size) => {
  const items: Item[] = []
  const pieces = reader(items)
  for (let at = 0; at < stream.length; at += size) pieces.push(stream.subarray(at, at + size))
  expect(items).toEqual(whole)
})

test.each([
  ['HTTP', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['a banner', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ['binary', '\u0016\u0003\u0001'],
  ['a head without an end', `RTSP/1.0 200 OK\r\n${'X: y\r\n'.repeat(5_000)}`],
  ['an impossible body', 'RTSP/1.0 200 OK\r\nContent-Length: 999999999\r\n\r\n'],
  ['a negative body', 'RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n'],
])('refuses %s', (_, text) => {
  expect(() => reader([]).push(Buffer.from(text))).toThrow(RtspError)
})

test('a header cannot smuggle in another one', () => {
  expect(() => formatMessage('SETUP rtsp://camera/ RTSP/1.0', { Session: 'a\r\nX: y' })).toThrow(RtspError)
  expect(() => formatMessage('SETUP rtsp://camera/\r\n RTSP/1.0', {})).toThrow(RtspError)
})

test('survives 3,000 damaged streams in random pieces', () => {
  const random = new SeededRandom(1)
  const small = Buffer.concat([stream.subarray(0, 260), stream.subarray(-60)])
  let refused = 0
  for (let round = 0; round < 3_000; round++) {
    const bytes = round % 10 === 0 ? random.bytes(300) : random.mutate(small)
    const damaged = reader([])
    try {
      for (let at = 0; at < bytes.length; ) {
        const end = at + 1 + random.below(100)
        damaged.push(bytes.subarray(at, end))
        at = end
      }
    } catch (error) {
      expect(error).toBeInstanceOf(RtspError)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(300)
  expect(refused).toBeLessThan(2_900)
})
