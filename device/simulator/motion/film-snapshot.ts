import type { PictureShape } from '#contract/camera-settings.ts'
import { runCodec } from '#device/codec/codec-process.ts'
import type { ClipLoop } from '../clip-loop.ts'
import type { Happening } from '../happening.ts'
import { MOST_SNAPSHOT_BYTES } from '../snapshot.ts'

const QUALITY = 6
const SIZE = { width: 640, height: 360 }

/**
 * What a camera shows at a time of its loop, with its masks: a JPEG in base64, the part of the picture that is reported. Undefined when none can
 * be made.
 */
export async function filmSnapshot(
  loop: ClipLoop,
  atMs: number,
  masks: readonly PictureShape[],
  view?: Happening['view'],
): Promise<string | undefined> {
  const { fps, frames } = loop.clip
  const wanted = Math.round((atMs * fps) / 1000) % frames
  const first = loop.keyAtOrBefore(wanted)
  const units = Array.from({ length: wanted - first + 1 }, (_, index) => loop.unit(first + index, false).data)
  const jpeg = { ...SIZE, quality: QUALITY, ...(view && { part: view }) }
  const [picture] = await runCodec({ job: 'picture', codec: 'h264', jpeg, masks }, units).catch(() => [])
  return picture === undefined || picture.length > 4 * MOST_SNAPSHOT_BYTES ? undefined : Buffer.from(picture).toString('base64')
}
