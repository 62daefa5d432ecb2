import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { eventExport } from '#contract/calls/event/event-export.ts'
import type { CallResult, CoreApi, FileProgress } from '#contract/core-api.ts'
import { writeFailure } from '#contract/envelope.ts'
import { limits } from '#contract/limits.ts'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const picture = new File([new Uint8Array(1_000)], 'me.png', { type: 'image/png' })
const exportInput = { fromMs: 0, toMs: 1, format: 'csv', language: 'en-US' }
let profile: TestProfile
let core: Core
let api: CoreApi
let told: FileProgress[]

beforeEach(async () => {
  profile = new TestProfile()
  serveSessions(profile)
  core = new Core(profile.ports(), { build: 'one', generation: 0 }, () => {})
  api = core.api
  told = []
  expect(await api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
})
afterEach(() => {
  core.stop()
  profile.close()
})

/** A file as the service sends it, of which the test gives out one piece after the other. */
function slowFile(headers: Record<string, string> = { 'content-length': '6' }) {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const disposition = { 'content-disposition': "attachment; filename*=UTF-8''%E4%BA%8B%E4%BB%B6.csv", 'content-type': 'text/csv' }
  return { response: new Response(readable, { headers: { ...disposition, ...headers } }), writer: writable.getWriter() }
}

function download(): Promise<CallResult> {
  return api.call(eventExport.path, exportInput, {}, (progress) => told.push(progress))
}

describe('a file that is brought', () => {
  it('arrives with its question, and the asking tab hears how far it has come', async () => {
    profile.otherEnd.on(avatarUpdate.path, () => ({ data: { avatarUrl: '/a' } }))
    const result = await api.call(avatarUpdate.path, { file: picture }, {}, (progress) => told.push(progress))
    expect(result).toEqual({ ok: true, data: { avatarUrl: '/a' } })
    expect(profile.otherEnd.askedFor(avatarUpdate.path)[0]?.data).toMatchObject({ file: { name: 'me.png', size: 1_000 } })
    expect(told).toEqual([500, 1_000].map((bytes) => ({ direction: 'up', bytes, totalBytes: 1_000 })))
  })

  it('has 180 s, where another call has 60 s', async () => {
    profile.otherEnd.on(avatarUpdate.path, () => 'silence')
    const result = api.call(avatarUpdate.path, { file: picture })
    await until('the upload', () => profile.otherEnd.askedFor(avatarUpdate.path).length === 1)
    profile.clock.advance(limits.uploadTimeoutMs - 1)
    expect(profile.otherEnd.calledOff).not.toContain(avatarUpdate.path)
    profile.clock.advance(1)
    expect(await result).toMatchObject({ ok: false, code: 12345 })
    expect(profile.otherEnd.calledOff).toContain(avatarUpdate.path)
  })

  it('is missed before anything is sent', async () => {
    expect(await api.call(avatarUpdate.path, {})).toMatchObject({ ok: false, code: 1000 })
    expect(profile.otherEnd.askedFor(avatarUpdate.path)).toHaveLength(0)
  })
})

describe('a file that is fetched', () => {
  it('comes with its name, and the asking tab hears how far it has come', async () => {
    const { response, writer } = slowFile()
    profile.otherEnd.on(eventExport.path, () => ({ response }))
    const result = download()
    await writer.write(new TextEncoder().encode('a,b'))
    await until('the first piece', () => told.length === 1)
    profile.clock.advance(1_000)
    await writer.write(new TextEncoder().encode('\r\nc'))
    await writer.close()
    const answer = await result
    const file = answer.ok ? (answer.data as File) : undefined
    expect(file).toMatchObject({ name: '事件.csv', type: 'text/csv' })
    expect(await file?.text()).toBe('a,b\r\nc')
    expect(told).toEqual([3, 6].map((bytes) => ({ direction: 'down', bytes, totalBytes: 6 })))
  })

  it('may take longer than 60 s, but not stand still that long', async () => {
    const { response, writer } = slowFile({})
    profile.otherEnd.on(eventExport.path, () => ({ response }))
    const result = download()
    for (let pieces = 1; pieces <= 3; pieces += 1) {
      await writer.write(new Uint8Array(1))
      await until('a piece', () => told.length === pieces)
      profile.clock.advance(limits.requestTimeoutMs - 1)
    }
    profile.clock.advance(1)
    // The stream of a played answer does not hear of the end: the next piece does not matter any more.
    await writer.abort()
    expect(await result).toMatchObject({ ok: false, code: 12345 })
  })

  it('that fails is answered with its code', async () => {
    const body = JSON.stringify(writeFailure(33060, 'too long'))
    profile.otherEnd.on(eventExport.path, () => ({ response: new Response(body, { headers: { 'content-type': 'application/json' } }) }))
    expect(await download()).toMatchObject({ ok: false, code: 33060 })
  })
})
