import { box, boxAt, fullBox, u32, u64 } from './mp4-boxes.ts'
import { PICTURES_TRACK, SOUND_TRACK } from './segment-head.ts'

/** One picture or frame of sound of a recording: its place in time (µs), and how many bytes it has. */
export interface Sample {
  ptsUs: number
  durationUs: number
  isKey: boolean
  bytes: number
}

/** A fragment without its media: what is in it, and the wall clock (epoch ms) at the first of its pictures. */
export interface FragmentHead {
  captureMs: number
  pictures: readonly Sample[]
  sound: readonly Sample[]
}

const KEY_SAMPLE = 0x0200_0000
const DELTA_SAMPLE = 0x0101_0000
/** Data offset, duration, size; flags; composition offset. */
const TRUN_SOUND = 0x000301
const TRUN_PICTURES = 0x000701
const TRUN_REORDERED = 0x000f01
const BASE_IS_MOOF = 0x020000
/** From 1900, which NTP counts from, to 1970. */
const NTP_SECONDS = 2_208_988_800

/**
 * What stands in front of the media of a fragment: the producer's clock (`prft`), the tables (`moof`), and the head of the `mdat` that holds
 * the pictures in their order and behind them the sound.
 */
export function fragmentHead(sequence: number, { captureMs, pictures, sound }: FragmentHead): Uint8Array<ArrayBuffer> {
  const pictureBytes = bytesOf(pictures)
  const moofOf = (offset: number) => {
    const tracks = [traf(PICTURES_TRACK, pictures, offset)]
    if (sound.length > 0) tracks.push(traf(SOUND_TRACK, sound, offset + pictureBytes))
    return box('moof', fullBox('mfhd', 0, 0, u32(sequence)), ...tracks)
  }
  const clock = prft(captureMs, pictures[0]?.ptsUs ?? 0)
  const moof = moofOf(moofOf(0).byteLength + 8)
  const head = new Uint8Array(clock.byteLength + moof.byteLength + 8)
  head.set(clock)
  head.set(moof, clock.byteLength)
  const mdat = box('mdat')
  mdat.set(u32(8 + pictureBytes + bytesOf(sound)))
  head.set(mdat, head.byteLength - 8)
  return head
}

export function bytesOf(samples: readonly Sample[]): number {
  return samples.reduce((sum, { bytes }) => sum + bytes, 0)
}

function prft(captureMs: number, mediaUs: number): Uint8Array {
  const seconds = Math.floor(captureMs / 1000)
  const fraction = Math.min(Math.round(((captureMs - seconds * 1000) / 1000) * 2 ** 32), 2 ** 32 - 1)
  return fullBox('prft', 1, 0, u32(PICTURES_TRACK), u32((seconds + NTP_SECONDS) % 2 ** 32), u32(fraction), u64(mediaUs))
}

/** Pictures may be decoded in another order than they are shown: then each says by how much. */
function traf(id: number, samples: readonly Sample[], offset: number): Uint8Array {
  const isSound = id === SOUND_TRACK
  const isReordered = samples.some(({ ptsUs }, index) => index > 0 && ptsUs < (samples[index - 1]?.ptsUs ?? 0))
  const decodedUs = isReordered
    ? samples.map(({ ptsUs }) => ptsUs).toSorted((one, other) => one - other)
    : samples.map(({ ptsUs }) => ptsUs)
  const rows = samples.flatMap(({ ptsUs, durationUs, isKey, bytes }, index) => {
    const atUs = decodedUs[index] ?? ptsUs
    const lasts = u32((decodedUs[index + 1] ?? atUs + durationUs) - atUs)
    const flags = isSound ? [] : u32(isKey ? KEY_SAMPLE : DELTA_SAMPLE)
    return [...lasts, ...u32(bytes), ...flags, ...(isReordered ? u32(ptsUs - atUs) : [])]
  })
  const shape = isSound ? TRUN_SOUND : isReordered ? TRUN_REORDERED : TRUN_PICTURES
  return box(
    'traf',
    fullBox('tfhd', 0, BASE_IS_MOOF, u32(id)),
    fullBox('tfdt', 1, 0, u64(decodedUs[0] ?? 0)),
    fullBox('trun', 1, shape, u32(samples.length), u32(offset), rows),
  )
}

/** Where a fragment's parts lie, from its own beginning on. */
export interface FoundFragment extends FragmentHead {
  mediaAt: number
  bytes: number
}

/**
 * Reads the head of a fragment as `fragmentHead` writes it. `needs`: so many bytes of the file have to be there before more can be told.
 * `broken`: it is none of ours.
 */
export function readFragment(bytes: Uint8Array): { found: FoundFragment } | { needs: number } | 'broken' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < PRFT_BYTES + 8) return { needs: PRFT_BYTES + 8 }
  const clock = boxAt(bytes, 0)
  const moofBytes = view.getUint32(PRFT_BYTES)
  if (clock?.type !== 'prft' || clock.end !== PRFT_BYTES || moofBytes > MOST_MOOF_BYTES) return 'broken'
  const mdatAt = PRFT_BYTES + moofBytes
  if (bytes.byteLength < mdatAt + 8) return { needs: mdatAt + 8 }
  const moof = boxAt(bytes, PRFT_BYTES)
  if (moof?.type !== 'moof') return 'broken'
  const tracks = [...trafs(bytes, view, moof)]
  const [pictures, sound] = [PICTURES_TRACK, SOUND_TRACK].map((id) => tracks.find((one) => one.id === id)?.samples)
  const mdatBytes = view.getUint32(mdatAt)
  const isWhole = pictures !== undefined && mdatBytes === 8 + bytesOf(pictures) + bytesOf(sound ?? [])
  if (!isWhole || String.fromCharCode(...bytes.subarray(mdatAt + 4, mdatAt + 8)) !== 'mdat') return 'broken'
  return { found: { captureMs: captureOf(view), pictures, sound: sound ?? [], mediaAt: mdatAt + 8, bytes: mdatAt + mdatBytes } }
}

const PRFT_BYTES = 32
/** No fragment of a second has so many samples. */
const MOST_MOOF_BYTES = 1024 * 1024

function captureOf(view: DataView): number {
  const seconds = view.getUint32(16) - NTP_SECONDS
  // The count of seconds begins anew in 2036.
  return (seconds < 0 ? seconds + 2 ** 32 : seconds) * 1000 + (view.getUint32(20) / 2 ** 32) * 1000
}

function* trafs(
  bytes: Uint8Array,
  view: DataView,
  moof: { start: number; end: number },
): Generator<{ id: number; samples: Sample[] | undefined }> {
  for (let at = moof.start, found = boxAt(bytes, at, moof.end); found; at = found.end, found = boxAt(bytes, at, moof.end)) {
    if (found.type !== 'traf') continue
    const tfhd = boxAt(bytes, found.start, found.end)
    const tfdt = tfhd && boxAt(bytes, tfhd.end, found.end)
    const trun = tfdt && boxAt(bytes, tfdt.end, found.end)
    if (tfhd?.type !== 'tfhd' || tfdt?.type !== 'tfdt' || trun?.type !== 'trun') return
    const startUs = view.getUint32(tfdt.start + 4) * 2 ** 32 + view.getUint32(tfdt.start + 8)
    yield { id: view.getUint32(tfhd.start + 4), samples: rowsOf(view, trun, startUs) }
  }
}

function rowsOf(view: DataView, trun: { start: number; end: number }, startUs: number): Sample[] | undefined {
  const shape = view.getUint32(trun.start) & 0xffffff
  const count = view.getUint32(trun.start + 4)
  const rowBytes = shape === TRUN_SOUND ? 8 : shape === TRUN_PICTURES ? 12 : 16
  if (trun.start + 12 + count * rowBytes !== trun.end || count === 0) return undefined
  const samples: Sample[] = []
  let atUs = startUs
  for (let at = trun.start + 12; at < trun.end; at += rowBytes) {
    const durationUs = view.getUint32(at)
    const isKey = rowBytes > 8 && view.getUint32(at + 8) === KEY_SAMPLE
    const offsetUs = rowBytes === 16 ? view.getInt32(at + 12) : 0
    samples.push({ ptsUs: atUs + offsetUs, durationUs, isKey, bytes: view.getUint32(at + 4) })
    atUs += durationUs
  }
  return samples
}
