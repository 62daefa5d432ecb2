import { expect, test } from 'vitest'
import { PlayModes } from '#src/data/media/play-modes.ts'

/** What a plugin was told that has these windows. */
function pluginWith(windows: Set<number>) {
  const told: string[] = []
  const modes = new PlayModes(async ({ winIndex, playMode }) => {
    if (!windows.has(winIndex)) throw new Error('410')
    told.push(`${winIndex} ${playMode}`)
  })
  return { told, modes }
}

test('a window that plays every picture needs no word, and each change of its way of playing is told once', async () => {
  const { told, modes } = pluginWith(new Set([0]))
  modes.begin(0, 'all')
  modes.follow(0, 'all')
  modes.follow(0, 'keys')
  modes.follow(0, 'stills')
  modes.follow(0, 'all')
  await Promise.resolve()
  expect(told).toEqual(['0 keyFramePlay', '0 videoPlay'])
})

test('a window that begins anew is told again', async () => {
  const { told, modes } = pluginWith(new Set([0]))
  modes.begin(0, 'keys')
  modes.begin(0, 'keys')
  modes.begin(0, 'all')
  modes.follow(0, 'keys')
  await Promise.resolve()
  expect(told).toEqual(['0 keyFramePlay', '0 keyFramePlay', '0 keyFramePlay'])
})

test('a window that the plugin does not have yet is told when it begins', async () => {
  const windows = new Set<number>()
  const { told, modes } = pluginWith(windows)
  modes.follow(3, 'keys')
  await Promise.resolve()
  await Promise.resolve()
  windows.add(3)
  modes.begin(3, 'keys')
  await Promise.resolve()
  expect(told).toEqual(['3 keyFramePlay'])
})
