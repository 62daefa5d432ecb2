/** Draws the pictures of vehicles that came to the gate before its clip was filmed. Run by hand; the results are kept in the repository. */
import { writeFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import { SceneRenderer } from './render/renderer.ts'
import { gate, gateOfVisitors } from './scenes/gate.ts'
import { MOST_SNAPSHOT_BYTES, snapshotFile } from '../simulator/snapshot.ts'

const width = 640
const height = 360
/** JPEG qualities, from good to coarse; the first one that is small enough is taken. */
const qualities = [80, 72, 60, 50]

const renderer = new SceneRenderer(gateOfVisitors(), width, height)
const canvas = createCanvas(width, height)
const pen = canvas.getContext('2d')
for (const [number, { picture }] of (gate.visits ?? []).entries()) {
  const rgb = renderer.frame(number)
  const image = pen.createImageData(width, height)
  for (let i = 0; i < width * height; i++) image.data.set([rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!, 255], i * 4)
  pen.putImageData(image, 0, 0)
  const jpeg = qualities.map((quality) => canvas.toBuffer('image/jpeg', quality)).find(({ length }) => length <= MOST_SNAPSHOT_BYTES)
  if (jpeg === undefined) throw new Error(`${picture} does not get small enough`)
  writeFileSync(snapshotFile(picture), jpeg)
}
