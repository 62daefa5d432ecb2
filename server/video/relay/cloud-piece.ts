import type { PastAsk } from '#contract/recorded-media.ts'
import type { Context } from '../../context.ts'
import { cloudPictures } from '../recorded/cloud-pictures.ts'
import type { PastPiece } from './past-piece.ts'

/** More than there are in a minute, unless everything happens at once. */
const MOST_FILES = 60

type Asked = Extract<PastAsk, { op: 'past' }> & { organizationId: string }

/** Sends what the cloud has of a camera in this time, as fast as the viewer's line takes it. Never rejects. */
export async function sendFromCloud(context: Pick<Context, 'db' | 'objects' | 'log'>, asked: Asked, piece: PastPiece): Promise<void> {
  try {
    let isOpen = false
    for await (const { format, unit } of cloudPictures(context, asked, MOST_FILES)) {
      if (!isOpen) piece.opened(format)
      isOpen = true
      await piece.send(unit)
      if (piece.isOver) return
    }
    if (isOpen) piece.ended()
    else piece.failed('no-recording')
  } catch (fault) {
    context.log.error(fault, 'A recording of the cloud could not be sent')
    piece.failed('failed')
  }
}
