import { expect, test } from 'vitest'
import { WaitingSockets } from '#server/http/waiting-sockets.ts'

const MOST = 512

test('a network has so many places, a household of IPv6 one share of them, and each place is given back once', () => {
  const waiting = new WaitingSockets()
  const places = Array.from({ length: MOST }, (_, index) => waiting.enter(`2001:db8:1:1::${index.toString(16)}`))
  expect(places.every((place) => place !== undefined)).toBe(true)
  expect(waiting.enter('2001:db8:1:1:ffff::1')).toBeUndefined()
  expect(waiting.enter('2001:db8:1:2::1')).toBeDefined()
  expect(waiting.enter('192.0.2.1')).toBeDefined()
  places[0]?.()
  places[0]?.()
  expect(waiting.enter('2001:db8:1:1::1')).toBeDefined()
  expect(waiting.enter('2001:db8:1:1::1')).toBeUndefined()
})
