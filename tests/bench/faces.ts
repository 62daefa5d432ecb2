import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Picture } from '#contract/faces-api.ts'
import { FaceNetwork } from '#workers/faces/face-network.ts'
import { findFaces } from '#workers/faces/find-faces.ts'
import { PlainLoops } from '#workers/faces/loops.ts'
import { WasmLoops } from '#workers/faces/wasm-loops.ts'

const root = join(import.meta.dirname, '..', '..')
/** A clip of half a minute is looked at so often (`src/features/redaction/search-faces.ts`). */
const LOOKS = 75
/** For all of that, in the width that the app looks at. */
const BAR_S = 30
const sizes = [
  { width: 640, height: 360 },
  { width: 960, height: 540 },
]

/** How long one look for faces takes, in the browser's way and in the one that it falls back to, and how long those of a clip of half a minute take by that. Ends with exit code 1 when that misses the bar. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { looks: { type: 'string', default: '10' } } })
  const numbers = new Float32Array(new Uint8Array(readFileSync(join(root, 'workers', 'faces', 'model', 'yunet.bin'))).buffer)
  console.log(`${values.looks} looks each; ${availableParallelism()} processors, load average ${loadavg()[0]?.toFixed(1)}`)
  const figures = []
  for (const size of sizes) {
    const picture = await pictureOf(size)
    for (const [way, loops] of [
      ['wasm', await WasmLoops.load()],
      ['plain', new PlainLoops()],
    ] as const) {
      const times = timesOf(new FaceNetwork(numbers, loops), picture, Number(values.looks))
      const lookMs = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
      figures.push({ way, width: size.width, lookMs: Number(lookMs.toFixed(1)), clipS: Number(((lookMs * LOOKS) / 1000).toFixed(1)) })
      console.log(
        `${way.padEnd(5)} ${size.width} points wide: ${lookMs.toFixed(1).padStart(7)} ms a look, ${((lookMs * LOOKS) / 1000).toFixed(1).padStart(6)} s for half a minute`,
      )
    }
  }
  const isWithinBar = figures.every(({ way, clipS }) => way !== 'wasm' || clipS <= BAR_S)
  console.log(JSON.stringify({ bench: 'faces', barS: BAR_S, isWithinBar, figures }))
  if (!isWithinBar) process.exitCode = 1
}

/** Somebody large, and somebody small behind. */
async function pictureOf({ width, height }: { width: number; height: number }): Promise<Picture> {
  const photo = await loadImage(join(root, 'tests', 'fixtures', 'face.jpg'))
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = '#777'
  context.fillRect(0, 0, width, height)
  context.drawImage(photo, width / 10, height / 4, height / 2, height / 2)
  context.drawImage(photo, width / 2, height / 5, 44, 44)
  return { data: context.getImageData(0, 0, width, height).data, width, height }
}

/** What each look took, ms, once the code is warm. Throws when a face is missed. */
function timesOf(network: FaceNetwork, picture: Picture, looks: number): number[] {
  const look = () => {
    const startedMs = performance.now()
    if (findFaces(network, picture).length !== 2) throw new Error('Not each face is found')
    return performance.now() - startedMs
  }
  look()
  return Array.from({ length: looks }, look)
}
