import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'

let answers: PromiseWithResolvers<Response>[]
let asked: string[]

beforeEach(() => {
  answers = []
  asked = []
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', new URL('http://127.0.0.1/'))
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('asks once whether the service is there for all who ask at the same time, and anew afterwards', async () => {
  const { StationLink } = await import('#src/data/station/station-link.ts')
  const link = new StationLink(1, () => {})
  const checks = [link.check(), link.check()]
  expect(asked).toEqual([systemVersionGet.path])
  // It fails, and is there.
  answers[0]?.resolve(new Response('', { status: 500 }))
  expect(await Promise.all(checks)).toEqual([true, true])
  const again = link.check()
  expect(asked).toHaveLength(2)
  answers[1]?.reject(new TypeError('Failed to fetch'))
  expect(await again).toBe(false)
})
