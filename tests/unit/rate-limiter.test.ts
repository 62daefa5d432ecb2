import { cpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { networkOf, widerNetworkOf } from '#server/http/network-of.ts'
import { RateLimiter } from '#server/http/rate-limiter.ts'

const RATE = { calls: 2, perMs: 60_000 }

test('one more key costs the same when there are a hundred thousand', () => {
  const limiter = new RateLimiter(() => 0)
  for (let key = 0; key < 100_000; key += 1) limiter.add(`key ${key}`, RATE)
  const before = cpuUsage()
  for (let key = 0; key < 2_000; key += 1) limiter.add(`more ${key}`, RATE)
  const { user, system } = cpuUsage(before)
  // Going through them all with each would be 200 million steps, a second and more; this is some milliseconds.
  expect((user + system) / 1_000).toBeLessThan(300)
})

test('keys whose time is over are forgotten while others come, and what counts is not', () => {
  let nowMs = 0
  const limiter = new RateLimiter(() => nowMs)
  for (let key = 0; key < 10_000; key += 1) limiter.add(`old ${key}`, RATE)
  nowMs = 50_000
  for (let time = 0; time < RATE.calls; time += 1) limiter.count('busy', RATE)
  nowMs = 61_000
  for (let key = 0; key < 10_000; key += 1) limiter.add(`new ${key}`, RATE)
  expect(limiter.size).toBeLessThan(15_000)
  expect(() => limiter.count('busy', RATE)).toThrow()
  limiter.forget('busy')
  limiter.count('busy', RATE)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3::192.0.2.7', '1:2:3:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:0DB8:1:2::9', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['', ''],
])('%s is one of %s', (address, network) => {
  expect(widerNetworkOf(address)).toBe(network)
})
