import { expect, vi } from 'vitest'
import { it } from '#tests/support/core/signed-in-core.ts'

it('of a form that is typed into quickly the last state is kept, and seen by whoever opens it meanwhile', async ({ api }) => {
  const typing = ['H', 'Ha', 'Harbor'].map((name) => api.putDraft('form', { name }))
  const other = api.putDraft('other form', { name: 'Gate' })
  expect(await api.getDraft('form')).toEqual({ name: 'Harbor' })
  await Promise.all([...typing, other])
  expect(await api.getDraft('form')).toEqual({ name: 'Harbor' })
  expect(await api.getDraft('other form')).toEqual({ name: 'Gate' })
})

it('a form that is sent right after the last key leaves nothing behind', async ({ api, ports }) => {
  await Promise.all([api.putDraft('form', { name: 'Harbor' }), api.putDraft('form', undefined)])
  expect(await ports.store.drafts.list()).toEqual([])
})

it('where one draft cannot be kept, those typed after it are', async ({ api }) => {
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
