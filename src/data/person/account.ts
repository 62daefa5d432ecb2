import { passwordUpdate } from '#contract/calls/account/password-update.ts'
import { unregisterCheck } from '#contract/calls/account/unregister-check.ts'
import { unregister } from '#contract/calls/account/unregister.ts'
import type { InputOf } from '#contract/define-call.ts'
import { callCore } from '../core/core.ts'

/** Changes one's own password; other sessions end. Its error is for the form: old-password-wrong, sign-in-locked, password-unchanged. */
export async function changePassword(input: InputOf<typeof passwordUpdate>): Promise<void> {
  await callCore(passwordUpdate, input, { quiet: true })
}

/** Throws `CallError` with account-has-users or account-has-devices when the account cannot be deleted. Not announced. */
export async function checkUnregister(): Promise<void> {
  await callCore(unregisterCheck, undefined, { quiet: true })
}

/** Deletes one's own account; the session ends with account-deleted. Its error is for the form. */
export async function deleteAccount(password: string): Promise<void> {
  await callCore(unregister, { password }, { quiet: true })
}
