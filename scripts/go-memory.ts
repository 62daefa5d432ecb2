import { freemem } from 'node:os'

const ROOM_BYTES = 8 * 1024 ** 3

/**
 * The environment of the compiler and of the linter of types, which are Go programs. As a rule these look through all that they hold whenever it has
 * doubled, which is half of what they do in the seconds that they live. Where there is room they do so seldom, and as a rule again from 2.5 GB on.
 */
export function goMemory(): Record<string, string> {
  return freemem() < ROOM_BYTES ? {} : { GOGC: '800', GOMEMLIMIT: '2500MiB' }
}
