import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codecOf, listClips, nalPlaces, readClip, splitAccessUnits } from '#device/simulator/clip.ts'

const [slice, keySlice, sequenceParameters, pictureParameters, delimiter] = [1, 5, 7, 8, 9]
const typesIn = (data: Uint8Array): number[] => Array.from(nalPlaces(data), ({ type }) => type)
const clips = listClips()

test('every scene has a main and a sub clip', () => {
  const names = clips.map(({ scene, stream }) => `${scene} ${stream}`)
  const scenes = ['gate', 'parking-lot', 'shop-floor', 'warehouse']
  expect(names.toSorted()).toEqual(scenes.flatMap((scene) => [`${scene} main`, `${scene} sub`]))
})

for (const { scene, stream, frames, fps, keyFrameInterval, codec, happenings } of clips) {
  test(`${scene} ${stream}: as many pictures as the index says, a key frame on every beat, each complete`, () => {
    const { units } = readClip(scene, stream)
    expect(units).toHaveLength(frames)
    const keys = units.flatMap(({ isKey }, index) => (isKey ? [index] : []))
    expect(keys).toEqual(Array.from({ length: frames / keyFrameInterval }, (_, beat) => beat * keyFrameInterval))
    for (const { data, isKey } of units) {
      const types = typesIn(data)
      expect(types[0]).toBe(delimiter)
      expect(types.includes(sequenceParameters) && types.includes(pictureParameters)).toBe(isKey)
      expect(types.filter((type) => type === slice || type === keySlice)).toEqual([isKey ? keySlice : slice])
    }
    expect(codecOf(units[0]!.data)).toBe(codec)
    expect(happenings.length).toBeGreaterThan(0)
    for (const { atMs } of happenings) expect(atMs).toBeLessThan((frames / fps) * 1000)
  })
}

test('cutting a clip loses no byte', () => {
  const { units } = readClip('gate', 'sub')
  const whole = readFileSync(new URL('../../device/simulator/clips/gate-sub.h264', import.meta.url))
  expect(Buffer.concat(units.map(({ data }) => data)).equals(whole)).toBe(true)
})

test('a start code of three bytes parts units as one of four does', () => {
  const stream = Uint8Array.of(0, 0, 0, 1, 9, 0xf0, 0, 0, 1, 0x65, 7, 0, 0, 1, 9, 0xf0, 0, 0, 0, 1, 0x41, 1, 1)
  expect(splitAccessUnits(stream).map(({ data, isKey }) => [data.length, isKey])).toEqual([
    [11, true],
    [12, false],
  ])
})

test('all clips together stay small', () => {
  const bytes = clips.reduce(
    (sum, { scene, stream }) => sum + readClip(scene, stream).units.reduce((size, { data }) => size + data.length, 0),
    0,
  )
  expect(bytes).toBeLessThan(6_000_000)
})
