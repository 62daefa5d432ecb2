import { archivesAuthorityGet as call } from '#contract/calls/archive/archives-authority-get.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const archivesAuthorityGet = handler(call, async ({ userId = '' }, { archiveAuthority }, caller) => {
  const whose = userId === '' ? caller.userId : userId
  if (whose !== caller.userId) {
    if (caller.role !== 'administrator') throw new CallFault('call-not-permitted')
    await archiveAuthority.requirePerson(caller.organizationId, whose)
  }
  return { userId: whose, rights: await archiveAuthority.of(whose) }
})
