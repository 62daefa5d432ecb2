import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { forgetStation, forgetWaiting, keepStation, keepWaiting, keptScreen, publicKeyOf } from '#src/data/station/station-key.ts'

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

test('the two windows of a browser offer themselves by one code until it is none any more, or the browser is a station', async () => {
  const [one, other] = ['one', 'other'].map((name) => ({ pairingId: name, secret: `${name}'s`, pairingCode: name.toUpperCase() }))
  if (one === undefined || other === undefined) throw new Error('There are two windows.')
  expect(await keepWaiting(one)).toEqual(one)
  expect(await keepWaiting(other)).toEqual(one)
  await forgetWaiting(other)
  expect((await keptScreen()).waiting).toEqual(one)
  await forgetWaiting(one)
  expect(await keepWaiting(other)).toEqual(other)
  await keepStation('STATION001')
  expect((await keptScreen()).waiting).toBeUndefined()
  await keepWaiting(one)
  expect(await keptScreen()).toMatchObject({ sn: 'STATION001' })
})
