import { queryOptions } from '@tanstack/react-query'
import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { mfaCreate } from '#contract/calls/account/mfa-create.ts'
import { mfaDelete } from '#contract/calls/account/mfa-delete.ts'
import { mfaList } from '#contract/calls/account/mfa-list.ts'
import { mfaSet } from '#contract/calls/account/mfa-set.ts'
import { mfaVerify } from '#contract/calls/account/mfa-verify.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** One's own second steps, and whether the organization asks everybody for one. */
export const mfaQuery = queryOptions({ queryKey: ['mfa'], queryFn: ask(mfaList, {}) })
export type MfaStanding = OutputOf<typeof mfaList>

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: mfaQuery.queryKey })
}

/** What was begun: a code is on its way by e-mail, or the secret of an app is there to be scanned. */
export type MfaBegun = OutputOf<typeof mfaCreate>

/**
 * Begins a second step. Its error is for the form, as with all of these: second-step-elsewhere, old-password-wrong, sign-in-locked,
 * too-frequent, too-many-email-codes.
 */
export async function beginMfa(input: InputOf<typeof mfaCreate>): Promise<MfaBegun> {
  return callCore(mfaCreate, input, { quiet: true })
}

/** Ends what was begun; the answer is the recovery codes, told once, and only with the first second step. */
export async function verifyMfa(mfaId: string, dynamicCode: string): Promise<string[]> {
  const { recoveryCodes } = await callCore(mfaVerify, { mfaId, dynamicCode }, { quiet: true })
  refresh()
  return recoveryCodes
}

export async function setMfa(input: InputOf<typeof mfaSet>): Promise<void> {
  await callCore(mfaSet, input, { quiet: true })
  refresh()
}

export async function deleteMfa(input: InputOf<typeof mfaDelete>): Promise<void> {
  await callCore(mfaDelete, input, { quiet: true })
  refresh()
}

/** Oneself, shown by the password, and by a second step where one is asked for. */
export type ShownSelf = Pick<InputOf<typeof mfaSet>, 'password' | 'loginTypeEnum' | 'dynamicCode'>

/** Sends the code of one's own second step, which was asked for just now. Answers in how many ms another may be sent. */
export async function sendOwnCode(loginName: string): Promise<number> {
  const sent = await callCore(codeDynamicCreate, { typeEnum: 'mfa', category: 'e-mail', loginName }, { quiet: true })
  return sent.resendAfterMs
}
