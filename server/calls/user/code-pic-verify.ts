import { codePicVerify as call } from '#contract/calls/user/code-pic-verify.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const codePicVerify = handler(call, async ({ idCode, imgCode }, { imageCodes }) => {
  const verdict = await imageCodes.check(idCode, imgCode)
  if (verdict === 'wrong') throw new CallFault('image-code-wrong')
  if (verdict === 'expired') throw new CallFault('code-expired')
  return null
})
