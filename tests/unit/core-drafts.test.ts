import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CoreApi } from '#contract/core-api.ts'
import type { Core } from '#workers/core/core.ts'
import { signedInCore } from '#tests/support/core/signed-in-core.ts'
import type { TestPorts, TestProfile } from '#tests/support/core/test-ports.ts'

let profile: TestProfile
let ports: TestPorts
let core: Core
let api: CoreApi

beforeEach(async () => {
  ;({ profile, ports, core, api } = await signedInCore())
})
afterEach(() => {
  core.stop()
  profile.close()
})

it('of a form that is typed into quickly the last state is kept, and seen by whoever opens it meanwhile', async () => {
  const typing = ['H', 'Ha', 'Harbor'].map((name) => api.putDraft('form', { name }))
  const other = api.putDraft('other form', { name: 'Gate' })
  expect(await api.getDraft('form')).toEqual({ name: 'Harbor' })
  await Promise.all([...typing, other])
  expect(await api.getDraft('form')).toEqual({ name: 'Harbor' })
  expect(await api.getDraft('other form')).toEqual({ name: 'Gate' })
})

it('a form that is sent right after the last key leaves nothing behind', async () => {
  await Promise.all([api.putDraft('form', { name: 'Harbor' }), api.putDraft('form', undefined)])
  expect(await ports.store.drafts.list()).toEqual([])
})

it('where one draft cannot be kept, those typed after it are', async () => {
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  const isForm = (data: BufferSource) => new TextDecoder().decode(data) === 'u1 form'
  const failing = vi
    .spyOn(crypto.subtle, 'digest')
    .mockImplementation(async (kind, data) => (isForm(data) ? Promise.reject(new Error('no memory left')) : digest(kind, data)))
  await expect(api.putDraft('form', { name: 'Harbor' })).rejects.toThrow('no memory left')
  failing.mockRestore()
  await api.putDraft('form', { name: 'Gate' })
  expect(await api.getDraft('form')).toEqual({ name: 'Gate' })
})
