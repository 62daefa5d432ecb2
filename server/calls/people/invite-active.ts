import { inviteActive as call } from '#contract/calls/people/invite-active.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { newPasswordHash } from '../../people/passwords.ts'

export const inviteActive = handler(call, async (input, { invitations }, visitor) => {
  const invited = await invitations.require(input, ['user', 'company'])
  visitor.concerns = { organizationId: invited.organization_id, userId: invited.user_id }
  const { organizationName, alias, phone, language } = input
  if (invited.kind === 'company' && organizationName === undefined)
    throw new CallFault('account-parameter-error', { field: 'organizationName' })
  const person = { passwordHash: await newPasswordHash(input.password), alias, phone, language }
  if (organizationName !== undefined && invited.kind === 'company')
    await invitations.foundCompany(invited, { ...input, organizationName }, person)
  else await invitations.activateUser(invited, person)
  return { loginName: invited.email }
})
