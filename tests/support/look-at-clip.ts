import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg, runFfmpeg } from './ffmpeg.ts'
import { readCounter } from './read-counter.ts'

const WIDTH = 640
const HEIGHT = 360
const PICTURE_BYTES = WIDTH * HEIGHT * 4

/** What a player shows of a clip of the counting camera: the number on each picture, in order (undefined: not to be read). */
export async function numbersIn(file: Uint8Array): Promise<(number | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-clip-'))
  try {
    const path = join(folder, 'clip.mp4')
    await writeFile(path, file)
    const raw = ['-map', '0:v', '-fps_mode', 'passthrough', '-pix_fmt', 'rgba', '-s', `${WIDTH}x${HEIGHT}`, '-f', 'rawvideo', 'pipe:1']
    const pictures = await runFfmpeg(findFfmpeg(), ['-i', path, ...raw])
    return Array.from({ length: pictures.byteLength / PICTURE_BYTES }, (_, index) =>
      readCounter(pictures.subarray(index * PICTURE_BYTES, (index + 1) * PICTURE_BYTES), WIDTH, HEIGHT),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
