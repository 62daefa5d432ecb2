import { codePicCreate } from '#contract/calls/user/code-pic-create.ts'
import { sha256 } from '#server/runtime/secrets.ts'
import type { TestService } from './service.ts'

/** Makes an image code whose characters the test knows. */
export async function knownImageCode(service: TestService): Promise<{ idCode: string; imgCode: string }> {
  const { idCode } = await service.client().call(codePicCreate, null)
  await service.edit((db) =>
    db
      .updateTable('image_code')
      .set({ code_sha256: sha256(`${idCode} ab3d`) })
      .where('id', '=', idCode)
      .execute(),
  )
  return { idCode, imgCode: 'AB3D' }
}
