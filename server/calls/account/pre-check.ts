import { preCheck as call } from '#contract/calls/account/pre-check.ts'
import { handler } from '../handler.ts'

export const preCheck = handler(call, async ({ loginName }, { signInGuard }) => signInGuard.look(loginName))
