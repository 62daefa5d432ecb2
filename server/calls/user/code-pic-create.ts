import { codePicCreate as call } from '#contract/calls/user/code-pic-create.ts'
import { handler } from '../handler.ts'

export const codePicCreate = handler(call, async (_input, { imageCodes }) => {
  const { id, pngDataUrl } = await imageCodes.create()
  return { idCode: id, imgCodeImgData: pngDataUrl }
})
