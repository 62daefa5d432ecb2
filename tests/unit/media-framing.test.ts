import { describe, expect, it } from 'vitest'
import {
  decodeMediaUnit,
  decodeMediaUnits,
  encodeMediaBundle,
  encodeMediaUnit,
  MEDIA_HEADER_BYTES,
  mediaCodecs,
  mediaRequest,
  type MediaUnit,
  readdressMediaUnit,
} from '#contract/media.ts'
import { readUnit } from '#server/devices/gateway/device-stream.ts'

const unit: MediaUnit = {
  kind: 'video',
  channel: 513,
  isKey: true,
  isPreroll: false,
  codec: mediaCodecs.h264,
  ptsUs: 1_763_000_000_123_456,
  captureMs: 1_763_000_000_123.25,
  sequence: 0xffff_fffe,
  data: Uint8Array.from([0, 0, 0, 1, 0x65, 1, 2, 3]),
}

describe('a media unit', () => {
  it('comes out as it went in', () => {
    expect(decodeMediaUnit(encodeMediaUnit(unit))).toEqual(unit)
  })

  it('stands on the wire as the contract draws it', () => {
    const bytes = encodeMediaUnit({ ...unit, isPreroll: true })
    const view = new DataView(bytes.buffer)
    expect([...bytes.subarray(0, 8)]).toEqual([1, 1, 1, 2, 3, 1, MEDIA_HEADER_BYTES, 0])
    expect(view.getFloat64(8, true)).toBe(unit.ptsUs)
    expect(view.getFloat64(16, true)).toBe(unit.captureMs)
    expect(view.getUint32(24, true)).toBe(unit.sequence)
    expect(bytes.subarray(32)).toEqual(unit.data)
  })

  it('has whole microseconds, and a sequence that wraps', () => {
    const read = decodeMediaUnit(encodeMediaUnit({ ...unit, ptsUs: 66_666.67, sequence: 2 ** 32 + 5 }))
    expect(read).toMatchObject({ ptsUs: 66_667, sequence: 5 })
  })

  it('is readdressed in channel and flags, and in nothing else', () => {
    const bytes = encodeMediaUnit(unit)
    readdressMediaUnit(bytes, 7, { isKey: false, isPreroll: true })
    expect(decodeMediaUnit(bytes)).toEqual({ ...unit, channel: 7, isKey: false, isPreroll: true })
  })

  it('is read without being copied, at any offset of a larger buffer, with a longer header too', () => {
    const larger = new Uint8Array(200)
    const longer = new Uint8Array(40 + unit.data.byteLength)
    longer.set(encodeMediaUnit(unit).subarray(0, MEDIA_HEADER_BYTES))
    longer[6] = 40
    longer.set(unit.data, 40)
    larger.set(longer, 17)
    const message = larger.subarray(17, 17 + longer.byteLength)
    expect(decodeMediaUnit(message)).toEqual(unit)
    const read = readUnit(message)
    expect(read?.unit.header.byteLength).toBe(40)
    expect(read?.unit.data.buffer).toBe(larger.buffer)
  })

  it('is told from a frame of sound by its type, and by nothing else', () => {
    const sound: MediaUnit = { ...unit, kind: 'sound', isKey: false, codec: mediaCodecs.pcmu, data: new Uint8Array(160).fill(0xff) }
    const bytes = encodeMediaUnit(sound)
    expect(bytes[1]).toBe(2)
    expect(decodeMediaUnit(bytes)).toEqual(sound)
    expect(readUnit(bytes)).toMatchObject({ streamId: 513, kind: 'sound', unit: { isKey: false, isPreroll: false } })
    expect(readUnit(encodeMediaUnit(unit))?.kind).toBe('video')
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['a header alone', encodeMediaUnit({ ...unit, data: new Uint8Array() })],
    ['half a header', encodeMediaUnit(unit).subarray(0, 31)],
    ['another version', Uint8Array.from([2, ...encodeMediaUnit(unit).subarray(1)])],
    ['another type', Uint8Array.from([1, 9, ...encodeMediaUnit(unit).subarray(2)])],
    [
      'a header longer than the message',
      Uint8Array.from([...encodeMediaUnit(unit).subarray(0, 6), 255, 255, ...encodeMediaUnit(unit).subarray(8)]),
    ],
  ])('is not %s', (_what, bytes) => {
    expect(decodeMediaUnit(bytes)).toBeUndefined()
    expect(readUnit(bytes)).toBeUndefined()
  })
})

describe('a bundle of media units', () => {
  const other = { ...unit, isKey: false, isPreroll: true, sequence: 7, data: Uint8Array.from([0, 0, 0, 1, 0x41]) }
  const [whole, inParts] = [encodeMediaUnit(unit), encodeMediaUnit(other)]
  const bundle = encodeMediaBundle(513, [[whole], [inParts.subarray(0, 32), inParts.subarray(32)]])

  it('comes out as it went in, in order, and a unit by itself too', () => {
    expect(decodeMediaUnits(bundle)).toEqual([unit, other])
    expect(decodeMediaUnits(encodeMediaUnit(other))).toEqual([other])
  })

  it('stands on the wire as the contract draws it', () => {
    expect([...bundle.subarray(0, 8)]).toEqual([1, 3, 1, 2, 0, 0, 8, 0])
    expect([...bundle.subarray(8, 12)]).toEqual([40, 0, 0, 0])
    expect(bundle.subarray(12, 52)).toEqual(encodeMediaUnit(unit))
  })

  it('is read as far as it is whole, and is no unit by itself', () => {
    expect(decodeMediaUnits(bundle.subarray(0, -1))).toEqual([unit])
    expect(decodeMediaUnits(bundle.subarray(0, 8))).toEqual([])
    expect(decodeMediaUnits(Uint8Array.from([2, ...bundle.subarray(1)]))).toEqual([])
    expect(decodeMediaUnit(bundle)).toBeUndefined()
  })
})

describe('a media request', () => {
  it.each([
    { op: 'open', channel: -1, sn: 'A', chlIndex: 0, stream: 'main' },
    { op: 'open', channel: 70_000, sn: 'A', chlIndex: 0, stream: 'main' },
    { op: 'open', channel: 1, sn: 'A', chlIndex: 256, stream: 'main' },
    { op: 'open', channel: 1, sn: 'A'.repeat(33), chlIndex: 0, stream: 'main' },
    { op: 'quality', channel: 1, stream: 'best' },
    { op: 'seek', channel: 1 },
    { op: 'sound', channel: 1 },
    { op: 'talk', channel: 1, isOn: 'yes' },
    null,
  ])('is refused: %j', (request) => {
    expect(mediaRequest.safeParse(request).success).toBe(false)
  })
})
