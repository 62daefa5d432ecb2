/** Cuts the pictures of what happens in the clips out of them. Run by hand after `npm run clips`; the results are kept in the repository. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listClips } from './clip.ts'
import { ffmpegCommand } from './encode.ts'
import { MOST_SNAPSHOT_BYTES, snapshotFile } from './snapshot.ts'

const folder = new URL('./clips/', import.meta.url)
/** JPEG qualities of ffmpeg, from good to coarse; the first one that is small enough is taken. */
const qualities = [5, 8, 12, 18]

mkdirSync(new URL('snapshots/', folder), { recursive: true })
for (const { scene, stream, fps, happenings } of listClips()) {
  if (stream !== 'sub') continue
  const clip = fileURLToPath(new URL(`${scene}-${stream}.h264`, folder))
  for (const { atMs } of happenings) {
    const file = fileURLToPath(snapshotFile(scene, atMs))
    const isSmall = qualities.some((quality) => cut(clip, Math.round((atMs * fps) / 1000), quality, file) <= MOST_SNAPSHOT_BYTES)
    if (!isSmall) throw new Error(`${file} does not get small enough`)
  }
}

/** Writes one picture of a clip as a JPEG, and answers its bytes. */
function cut(clip: string, picture: number, quality: number, file: string): number {
  const choose = ['-vf', `select=eq(n\\,${picture})`, '-frames:v', '1', '-q:v', String(quality), '-map_metadata', '-1']
  const { status } = spawnSync(ffmpegCommand, ['-y', '-loglevel', 'error', '-i', clip, ...choose, file], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`ffmpeg ended with code ${status}`)
  return statSync(file).size
}
