import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { framesIn } from './ffmpeg.ts'
import { readCounter } from './read-counter.ts'

const WIDTH = 640
const HEIGHT = 360

/** What a player shows of a clip of the counting camera: the number on each picture, in order (undefined: not to be read). */
export async function numbersIn(file: Uint8Array): Promise<(number | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-clip-'))
  try {
    const path = join(folder, 'clip')
    await writeFile(path, file)
    const shown = await framesIn(path, { kind: 'video', filters: `scale=${WIDTH}:${HEIGHT},format=rgba` })
    return shown.map(({ data }) => readCounter(data, WIDTH, HEIGHT))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
