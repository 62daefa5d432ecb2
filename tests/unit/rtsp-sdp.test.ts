import { expect, test } from 'vitest'
import { findBackChannel, findSound, findVideo, offeredCodecs, parseSdp, resolveControl } from '#device/bridge/rtsp/sdp.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

/** As cameras write it: sound first, two formats in one section, line ends mixed, base64 with its equals signs. */
const text = [
  'v=0',
  'o=- 1109162014219182 1109162014219192 IN IP4 10.0.0.5',
  's=Media Presentation',
  'a=control:rtsp://10.0.0.5:554/main/',
  't=0 0',
  'm=audio 0 RTP/AVP 8',
  'a=rtpmap:8 PCMA/8000',
  'a=control:trackID=2\r',
  'm=video 0 RTP/AVP 96 97',
  'b=AS:5000',
  'a=framerate:25.0',
  'a=rtpmap:96 H265/90000',
  'a=rtpmap:97 h264/90000',
  'a=fmtp:97 profile-level-id=420029; packetization-mode=1; sprop-parameter-sets=Z00AHpWoKAv+VA==,aO48gA==',
  'a=control:trackID=1',
  'a=Media_header:MEDIAINFO=494D4B48;',
].join('\n')

test('finds the H.264 track, though an H.265 one is there, and what it needs', () => {
  const sdp = parseSdp(text)
  expect(sdp.control).toBe('rtsp://10.0.0.5:554/main/')
  expect(findVideo(sdp)).toEqual({
    codec: 'H264',
    control: 'trackID=1',
    payloadType: 97,
    clockRate: 90_000,
    isInterleaved: false,
    framerate: 25,
    parameterSets: [Buffer.from('674d001e95a8280bfe54', 'hex'), Buffer.from('68ee3c80', 'hex')],
  })
})

test('finds H.265 where there is nothing else', () => {
  const only = text
    .replace('RTP/AVP 96 97', 'RTP/AVP 96')
    .replace('a=rtpmap:97', 'a=fmtp:96 sprop-vps=QAE=; sprop-sps=QgE=; sprop-pps=RAE=\na=rtpmap:97')
  const sets = ['4001', '4201', '4401'].map((set) => Buffer.from(set, 'hex'))
  expect(findVideo(parseSdp(only))).toMatchObject({ codec: 'H265', payloadType: 96, isInterleaved: false, parameterSets: sets })
  const interleaved = only.replace('sprop-vps', 'sprop-max-don-diff=2; sprop-vps')
  expect(findVideo(parseSdp(interleaved))).toMatchObject({ isInterleaved: true })
})

test('takes a loudspeaker for no microphone, and finds both, in whatever order they stand', () => {
  const heard = ['m=audio 0 RTP/AVP 0', 'a=control:mic', 'a=recvonly']
  const said = ['m=audio 0 RTP/AVP 8 0', 'a=control:speaker', 'a=sendonly']
  for (const lines of [
    [...heard, ...said],
    [...said, ...heard],
  ]) {
    const sdp = parseSdp(lines.join('\r\n'))
    expect(findSound(sdp)).toMatchObject({ control: 'mic', format: { codec: 'pcmu' } })
    expect(findBackChannel(sdp)).toEqual({ control: 'speaker', payloadType: 0, law: 'mu' })
  }
  expect(findBackChannel(parseSdp(heard.join('\r\n')))).toBeUndefined()
})

test('hears a camera, and does not talk to it, that tells directions as it sees them itself', () => {
  const sdp = parseSdp(['m=video 0 RTP/AVP 96', 'a=sendonly', 'm=audio 0 RTP/AVP 0', 'a=control:mic', 'a=sendonly'].join('\r\n'))
  expect(findSound(sdp)).toMatchObject({ control: 'mic' })
  expect(findBackChannel(sdp)).toBeUndefined()
})

test('names what there is instead', () => {
  const other = parseSdp('m=video 0 RTP/AVP 26 96 99\na=rtpmap:96 AV1/90000\nm=audio 0 RTP/AVP 0\n')
  expect(findVideo(other)).toBeUndefined()
  expect(offeredCodecs(other)).toEqual(['JPEG', 'AV1', 'payload type 99'])
  expect(offeredCodecs(parseSdp('m=audio 0 RTP/AVP 0'))).toEqual([])
})

test.each([
  ['rtsp://c/main/', 'trackID=1', 'rtsp://c/main/trackID=1'],
  ['rtsp://c/main', 'trackID=1', 'rtsp://c/main/trackID=1'],
  ['rtsp://c/cam?channel=1&subtype=0/', 'trackID=0', 'rtsp://c/cam?channel=1&subtype=0/trackID=0'],
  ['rtsp://c/cam?channel=1&subtype=0', 'trackID=0', 'rtsp://c/cam?channel=1&subtype=0/trackID=0'],
  ['rtsp://c:554/main', 'rtsp://10.1.1.1/main/track1', 'rtsp://10.1.1.1/main/track1'],
  ['rtsp://c:554/a/b', '/c/track1', 'rtsp://c:554/c/track1'],
  ['rtsp://c/main', '*', 'rtsp://c/main'],
  ['rtsp://c/main', undefined, 'rtsp://c/main'],
  ['rtsp://c/main', 'a b', 'rtsp://c/main'],
])('%s with %s', (base, control, expected) => {
  expect(resolveControl(base, control)).toBe(expected)
})

test('survives 3,000 damaged descriptions', () => {
  const random = new SeededRandom(2)
  for (let round = 0; round < 3_000; round++) {
    const sdp = parseSdp(random.mutate(Buffer.from(text)).toString('utf8'))
    const track = findVideo(sdp)
    expect(sdp.media.length).toBeLessThanOrEqual(4)
    expect(offeredCodecs(sdp).length).toBeLessThanOrEqual(8)
    if (track) expect(track.clockRate).toBeGreaterThan(0)
  }
})
