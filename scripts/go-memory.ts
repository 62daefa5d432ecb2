import { freemem } from 'node:os'

const ROOM_BYTES = 8 * 1024 ** 3

/**
 * The environment of the compiler and of the linter of types, which are Go programs. As a rule these look through all that they hold whenever it has
 * doubled, which is half of what they do in the seconds that they live. Where there is room they do so seldom, and as a rule again from 2.5 GB on.
 * What whoever calls has set themselves stays as it is.
 */
export function goMemory(freeBytes = freemem()): Record<string, string> {
  if (freeBytes < ROOM_BYTES) return {}
  const ample = Object.entries({ GOGC: '800', GOMEMLIMIT: '2500MiB' })
  return Object.fromEntries(ample.filter(([name]) => process.env[name] === undefined))
}
