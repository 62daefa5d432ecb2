import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { passwordReset } from '#contract/calls/account/password-reset.ts'
import { passwordResetSendMessage } from '#contract/calls/account/password-reset-send-message.ts'
import { preLogin } from '#contract/calls/account/pre-login.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { callCore } from '../core/core.ts'

type CodeSent = OutputOf<typeof passwordResetSendMessage>

/**
 * Sends the code of a second step by e-mail, to whoever shows the password. `maskedEmail` says where it goes. This and what follows throws
 * `CallError`, not announced: the form shows it.
 */
export async function sendSignInCode(input: InputOf<typeof preLogin>): Promise<CodeSent & { maskedEmail: string }> {
  const { maskedEmail } = await callCore(preLogin, input, { quiet: true })
  const sent = await callCore(codeDynamicCreate, { typeEnum: 'mfa', category: 'e-mail', loginName: input.loginName }, { quiet: true })
  return { ...sent, maskedEmail }
}

/** Sends the code for a new password to the address of the account, if there is one of that name. */
export function sendResetCode(input: InputOf<typeof passwordResetSendMessage>): Promise<CodeSent> {
  return callCore(passwordResetSendMessage, input, { quiet: true })
}

export async function resetPassword(input: InputOf<typeof passwordReset>): Promise<void> {
  await callCore(passwordReset, input, { quiet: true })
}
