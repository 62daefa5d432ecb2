import { readFile } from 'node:fs/promises'
import { BufferTarget } from 'mediabunny'
import type { DemonstrationScene } from '#contract/demonstration.ts'
import { mediaCodecs } from '#contract/media.ts'
import type { Recorded } from '../../video/archive/clip-units.ts'
import { writePart } from '../../video/archive/write-part.ts'
import type { PastChannel } from './past-events.ts'

/** As a store of objects puts one; `organizationId`: as there. */
export type PutBytes = (key: string, bytes: Uint8Array, organizationId: string | null) => Promise<void>

/** Writes what a camera recorded between two moments, epoch ms, into the object store. Answers how large it is, in bytes. */
export async function putFilm(
  objects: { put: PutBytes },
  key: string,
  { scene, offsetMs }: PastChannel,
  { startMs, endMs, organizationId }: { startMs: number; endMs: number; organizationId: string | null },
): Promise<number> {
  const target = new BufferTarget()
  await writePart(target, cut(scene, startMs + offsetMs, endMs + offsetMs))
  const file = new Uint8Array(target.buffer ?? [])
  await objects.put(key, file, organizationId)
  return file.byteLength
}

/** What the loop shows between two moments, from the key frame on that the first one needs. */
async function* cut({ clip }: DemonstrationScene, fromMs: number, toMs: number): Recorded {
  const film = await readFile(clip.file)
  const { units, fps, codec, width, height } = clip
  const first = Math.ceil((fromMs * fps) / 1000)
  const end = Math.ceil((toMs * fps) / 1000)
  let key = first
  while (units[key % units.length]?.isKey === false) key -= 1
  const format = { codec, width, height, fps }
  for (let number = key; number < end; number += 1) {
    const at = number % units.length
    const times = { ptsUs: Math.round((number * 1e6) / fps), captureMs: (number * 1000) / fps }
    const flags = { isKey: units[at]?.isKey ?? false, isPreroll: number < first }
    const data = new Uint8Array(film.subarray(units[at]?.at, units[at + 1]?.at))
    yield { format, unit: { channel: 0, kind: 'video', codec: mediaCodecs.h264, ...flags, ...times, sequence: number - key, data } }
  }
  return undefined
}
