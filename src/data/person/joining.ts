import { queryOptions } from '@tanstack/react-query'
import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { register } from '#contract/calls/account/register.ts'
import { bind } from '#contract/calls/installer/bind.ts'
import { bindCheck } from '#contract/calls/installer/bind-check.ts'
import { inviteActive } from '#contract/calls/people/invite-active.ts'
import { inviteCheck } from '#contract/calls/people/invite-check.ts'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { askCore, callCore } from '../core/core.ts'

/** What the link of an invitation carries. */
export interface InvitationLink {
  inviteId: string
  uuid: string
}

/** A link is looked at anew each time its page opens, and its errors are that page's: nothing announces them. */
function linkQuery<C extends Call>(call: C, link: InputOf<C>) {
  return queryOptions<OutputOf<C>>({
    queryKey: ['link', call.path, link],
    queryFn: ask(call, link),
    meta: { isQuiet: true },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What the link invites to: `/user-register/…` and `/company-register/…`. */
export function invitationQuery(link: InvitationLink) {
  return linkQuery(inviteCheck, link)
}

/** Whose installer the link is for: `/bind/installer/…`. */
export function bindingQuery(link: InvitationLink) {
  return linkQuery(bindCheck, link)
}

/** Sends the code that proves the address of whoever registers. This and what follows throws `CallError`, not announced. */
export function sendRegisterCode(input: { loginName: string; language: 'en-US' | 'zh-CN'; idCode: string; imgCode: string }) {
  return callCore(codeDynamicCreate, { typeEnum: 'register', category: 'e-mail', ...input }, { quiet: true })
}

/** Makes an organization and its administrator, and signs them in. Answers whether it came so far. */
export async function registerOrganization(input: InputOf<typeof register>): Promise<boolean> {
  await callCore(register, input, { quiet: true })
  return signInAnew(input.email, input.password)
}

/** Activates who was invited, or makes their company, and signs them in. `isSignedIn` says whether it came so far: a second step may be wanted. */
export async function acceptInvitation(input: InputOf<typeof inviteActive>): Promise<{ isSignedIn: boolean; loginName: string }> {
  const { loginName } = await callCore(inviteActive, input, { quiet: true })
  return { isSignedIn: await signInAnew(loginName, input.password), loginName }
}

/** Makes whoever holds the link the organization's installer. */
export function bindInstaller(input: InputOf<typeof bind>): Promise<OutputOf<typeof bind>> {
  return callCore(bind, input, { quiet: true })
}

async function signInAnew(loginName: string, password: string): Promise<boolean> {
  try {
    await askCore('signIn', { loginName, password })
    return true
  } catch {
    // The account is there: the sign-in page takes it from here.
    return false
  }
}
