import { recordedPartCreate as call } from '#contract/calls/archive/recorded-part-create.ts'
import { toPart } from '../../video/archive/recorded-parts.ts'
import { handler } from '../handler.ts'

export const recordedPartCreate = handler(call, async (input, { recordedParts, pieceHashes, objectLinks }, caller) =>
  toPart(await recordedParts.create(caller, input), objectLinks, pieceHashes),
)
