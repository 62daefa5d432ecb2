import { CallFault } from '../calls/call-fault.ts'
import type { Context } from '../context.ts'

/** Uses an image code up. Fails with image-code-needed (none given), image-code-wrong or code-expired (expired or used). */
export async function requireImageCode(
  input: { idCode?: string; imgCode?: string },
  { imageCodes }: Pick<Context, 'imageCodes'>,
): Promise<void> {
  if (!input.idCode || !input.imgCode) throw new CallFault('image-code-needed')
  const verdict = await imageCodes.use(input.idCode, input.imgCode)
  if (verdict === 'wrong') throw new CallFault('image-code-wrong')
  if (verdict === 'expired') throw new CallFault('code-expired')
}
