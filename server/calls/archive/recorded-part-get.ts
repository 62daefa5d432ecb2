import { recordedPartGet as call } from '#contract/calls/archive/recorded-part-get.ts'
import { toPart } from '../../video/archive/recorded-parts.ts'
import { handler } from '../handler.ts'

export const recordedPartGet = handler(call, async ({ partId }, { recordedParts, pieceHashes, objectLinks }, caller) =>
  toPart(await recordedParts.get(caller, partId), objectLinks, pieceHashes),
)
