import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { framesIn } from './ffmpeg.ts'
import { readCounter } from './read-counter.ts'

const WIDTH = 640
const HEIGHT = 360
/** Of its rows those with the cells of the number. */
const ROWS = HEIGHT / 15

/** What a player shows of a clip of the counting camera: the number on each picture, in order (undefined: not to be read). */
export async function numbersIn(file: Uint8Array): Promise<(number | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-clip-'))
  try {
    const path = join(folder, 'clip')
    await writeFile(path, file)
    const shown = await framesIn(path, { kind: 'video', filters: `crop=iw:ih/15:0:0,scale=${WIDTH}:${ROWS},format=rgba` })
    const picture = new Uint8Array(WIDTH * HEIGHT * 4)
    return shown.map(({ data }) => {
      picture.set(data)
      return readCounter(picture, WIDTH, HEIGHT)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
