import { expect, test, vi } from 'vitest'
import { goMemory } from '../../scripts/go-memory.ts'

const AMPLE = 64 * 1024 ** 3

test('where there is room, Go programs look through their memory seldom, unless somebody has said how often', () => {
  vi.stubEnv('GOGC', undefined)
  vi.stubEnv('GOMEMLIMIT', undefined)
  expect(goMemory(AMPLE)).toEqual({ GOGC: '800', GOMEMLIMIT: '2500MiB' })
  expect(goMemory(1024 ** 3)).toEqual({})
  vi.stubEnv('GOGC', '50')
  expect(goMemory(AMPLE)).toEqual({ GOMEMLIMIT: '2500MiB' })
})
