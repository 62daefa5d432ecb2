import { recordedPartCreate as call } from '#contract/calls/archive/recorded-part-create.ts'
import { toPart } from '../../video/archive/recorded-parts.ts'
import { handler } from '../handler.ts'

export const recordedPartCreate = handler(call, async (input, { recordedParts, pieceHashes, objectLinks, licences }, caller) => {
  // What the cloud keeps was paid for by itself.
  if (input.from !== 'cloud') await licences.requireAny(caller.organizationId)
  return toPart(await recordedParts.create(caller, input), objectLinks, pieceHashes)
})
