import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { forgetStation, keepStation, keptScreen, publicKeyOf } from '#src/data/station/station-key.ts'

test('the two windows of a browser, opened at once for the first time, are known by one key', async () => {
  const [one, other] = await Promise.all([keptScreen(), keptScreen()])
  expect(await publicKeyOf(one)).toEqual(await publicKeyOf(other))
  expect(await publicKeyOf(await keptScreen())).toEqual(await publicKeyOf(one))
})

test('a window that hears late that its station is none any more leaves the browser the one that it was paired as since', async () => {
  await keepStation('STATION002')
  await forgetStation('STATION001')
  expect((await keptScreen()).sn).toBe('STATION002')
  await forgetStation('STATION002')
  expect((await keptScreen()).sn).toBeUndefined()
})
