import type { PastAsk } from '#contract/recorded-media.ts'
import type { Context } from '../../context.ts'
import { cloudPictures } from '../recorded/cloud-pictures.ts'
import { cloudAsH264 } from './cloud-as-h264.ts'
import type { PastPiece } from './past-piece.ts'

/** More than there are in a minute, unless everything happens at once. */
const MOST_FILES = 60

type Asked = Extract<PastAsk, { op: 'past' }> & { organizationId: string }

/** Sends what the cloud has of a camera in this time, as fast as the viewer's line takes it. Never rejects. */
export async function sendFromCloud(context: Pick<Context, 'db' | 'objects' | 'log'>, asked: Asked, piece: PastPiece): Promise<void> {
  const over = new AbortController()
  piece.stop = () => over.abort()
  try {
    const filmed = cloudPictures(context, asked, MOST_FILES)
    await send(asked.asH264 === true ? cloudAsH264(filmed, asked.organizationId, over.signal) : filmed, asked, piece)
  } catch (fault) {
    if (!over.signal.aborted) context.log.error(fault, 'A recording of the cloud could not be sent')
    piece.failed('failed')
  }
}

async function send(pictures: ReturnType<typeof cloudPictures>, { sound, pictures: wanted }: Asked, piece: PastPiece): Promise<void> {
  const isHeard = sound !== false && wanted !== 'key'
  let isOpen = false
  for (let next = await pictures.next(); !piece.isOver; next = await pictures.next()) {
    if (next.done === true) return isOpen ? piece.ended(next.value) : piece.failed('no-recording')
    if (!isOpen) piece.opened({ ...next.value.format, ...(isHeard ? {} : { sound: undefined }) })
    isOpen = true
    await piece.send(next.value.unit)
  }
  await pictures.return(undefined)
}
