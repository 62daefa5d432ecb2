/** Cuts the pictures of what happens in the clips out of them. Run by hand after `npm run clips`; the results are kept in the repository. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { JpegShape } from '#contract/codec-api.ts'
import { runCodec } from '#device/codec/codec-process.ts'
import { clipFile, listClips, splitAccessUnits } from '../simulator/clip.ts'
import { MOST_SNAPSHOT_BYTES, snapshotFile } from '../simulator/snapshot.ts'

/** JPEG qualities of FFmpeg, from good to coarse; the first one that is small enough is taken. */
const qualities = [5, 8, 12, 18]

mkdirSync(new URL('../simulator/clips/snapshots/', import.meta.url), { recursive: true })
for (const { scene, stream, fps, width, height, happenings } of listClips()) {
  if (stream !== 'sub') continue
  for (const { atMs, view } of happenings) {
    // A part is cut out of the large stream, which has more to show there.
    const units = splitAccessUnits(readFileSync(clipFile(scene, view === undefined ? 'sub' : 'main')))
    const shown = units.slice(0, Math.round((atMs * fps) / 1000) + 1).map(({ data }) => data)
    const shape = { width, height, ...(view === undefined ? {} : { part: view }) }
    writeFileSync(snapshotFile(`${scene}-${atMs}`), await smallEnough(shown, shape))
  }
}

async function smallEnough(units: Uint8Array[], shape: Omit<JpegShape, 'quality'>): Promise<Uint8Array> {
  for (const quality of qualities) {
    const [jpeg] = await runCodec({ job: 'picture', codec: 'h264', jpeg: { ...shape, quality } }, units)
    if (jpeg !== undefined && jpeg.length <= MOST_SNAPSHOT_BYTES) return jpeg
  }
  throw new Error('A snapshot does not get small enough.')
}
