import { expect, test } from 'vitest'
import { channelKey, channelOfKey } from '#shared/channel-key.ts'

test('pictures of cameras that a browser has kept are found again', () => {
  expect(channelKey('GATE0001', 12)).toBe('GATE0001 12')
})

test('the channel is read from its key, whatever its serial number is', () => {
  for (const sn of ['GATE0001', 'NVR 1/2', ''])
    for (const chlIndex of [0, 1, 255]) expect(channelOfKey(channelKey(sn, chlIndex))).toEqual({ sn, chlIndex })
})

test('two channels of two devices never have one key', () => {
  const devices = ['A', 'A 1', 'A1', '1']
  const keys = devices.flatMap((sn) => [0, 1, 11].map((chlIndex) => channelKey(sn, chlIndex)))
  expect(new Set(keys).size).toBe(keys.length)
})
