import { describe, expect, it } from 'vitest'
import { pathWithin } from '#src/lib/path-within.ts'

describe('where sign-in may lead', () => {
  it.each(['/live', '/live?split=9&layout=x', '/device/index?search=nvr'])('goes to %s', (path) => {
    expect(pathWithin(path)).toBe(path)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'live',
    '',
    '/login?to=/live',
    7,
    undefined,
    '/a/../..//evil.example',
  ])('does not go to %s', (path) => {
    expect(pathWithin(path)).toBeUndefined()
  })
})
