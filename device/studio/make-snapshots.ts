/** Cuts the pictures of what happens in the clips out of them. Run by hand after `npm run clips`; the results are kept in the repository. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listClips } from '../simulator/clip.ts'
import { ffmpegCommand } from '#device/agent/ffmpeg.ts'
import { MOST_SNAPSHOT_BYTES, snapshotFile } from '../simulator/snapshot.ts'

const folder = new URL('../simulator/clips/', import.meta.url)
/** JPEG qualities of ffmpeg, from good to coarse; the first one that is small enough is taken. */
const qualities = [5, 8, 12, 18]

mkdirSync(new URL('snapshots/', folder), { recursive: true })
for (const { scene, stream, fps, width, height, happenings } of listClips()) {
  if (stream !== 'sub') continue
  for (const { atMs, view } of happenings) {
    const file = fileURLToPath(snapshotFile(`${scene}-${atMs}`))
    // A part is cut out of the large stream, which has more to show there.
    const clip = fileURLToPath(new URL(`${scene}-${view === undefined ? 'sub' : 'main'}.h264`, folder))
    const part = view === undefined ? [] : [`crop=iw*${view.size}:ih*${view.size}:iw*${view.left}:ih*${view.top}`]
    const filters = [`select=eq(n\\,${Math.round((atMs * fps) / 1000)})`, ...part, `scale=${width}:${height}`]
    if (!qualities.some((quality) => cut(clip, filters, quality, file) <= MOST_SNAPSHOT_BYTES))
      throw new Error(`${file} does not get small enough`)
  }
}

/** Writes one picture of a clip as a JPEG, and answers its bytes. */
function cut(clip: string, filters: readonly string[], quality: number, file: string): number {
  const choose = ['-vf', filters.join(','), '-frames:v', '1', '-q:v', String(quality), '-map_metadata', '-1']
  const { status } = spawnSync(ffmpegCommand(), ['-y', '-loglevel', 'error', '-i', clip, ...choose, file], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`ffmpeg ended with code ${status}`)
  return statSync(file).size
}
