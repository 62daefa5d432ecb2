/**
 * Draws what the cameras report beside what their clips show. Run by hand, with the name of a scene for its pictures alone; they and the list of
 * all of them are kept in the repository.
 */
import { writeFileSync } from 'node:fs'
import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { othersFile } from '../simulator/other-visits.ts'
import { snapshotFile } from '../simulator/snapshot.ts'
import { boxOf } from './render/box-of.ts'
import { SceneCamera } from './render/camera.ts'
import { SceneRenderer } from './render/renderer.ts'
import { places, type Other } from './scenes/others.ts'
import type { Scene } from './scenes/parts/scene.ts'

const width = 640
const height = 360
/** The rhythm of the cameras tells them often. */
const MOST_BYTES = 24_000
/** JPEG qualities, from good to coarse; the first one that is small enough is taken. */
const qualities = [80, 72, 60, 50, 40, 32, 26]

const canvas = createCanvas(width, height)
const pen = canvas.getContext('2d')
const only = process.argv[2]
for (const { scene, others } of places) {
  if (only !== undefined && scene.name !== only) continue
  console.log(`${scene.name}: tracing what stands still`)
  const renderer = new SceneRenderer({ ...scene, actors: (number) => others[number]?.actors ?? [] }, width, height)
  for (const [number, { picture, isCovered }] of others.entries()) {
    draw(renderer.frame(number))
    if (isCovered) cover()
    writeFileSync(snapshotFile(picture), smallEnough(canvas, picture))
  }
}
const listed = places.flatMap(({ scene, others }) => others.map((other) => describe(scene, other)))
writeFileSync(othersFile, `${JSON.stringify(listed, null, 2)}\n`)

function draw(rgb: Uint8ClampedArray): void {
  const image = pen.createImageData(width, height)
  for (let i = 0; i < width * height; i++) image.data.set([rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!, 255], i * 4)
  pen.putImageData(image, 0, 0)
}

/** Cloth before the lens: some light comes round its edge, and nothing has a shape any more. */
function cover(): void {
  const small = createCanvas(8, 5)
  small.getContext('2d').drawImage(canvas, 0, 0, 8, 5)
  pen.imageSmoothingEnabled = true
  pen.drawImage(small, 0, 0, width, height)
  const cloth = pen.createRadialGradient(width * 0.4, height * 0.55, 20, width * 0.4, height * 0.55, width * 0.75)
  cloth.addColorStop(0, 'rgba(18,15,13,0.97)')
  cloth.addColorStop(0.7, 'rgba(24,20,17,0.93)')
  cloth.addColorStop(1, 'rgba(30,26,22,0.6)')
  pen.fillStyle = cloth
  pen.fillRect(0, 0, width, height)
}

function smallEnough(picture: Canvas, name: string): Uint8Array {
  const jpeg = qualities.map((quality) => picture.toBuffer('image/jpeg', quality)).find(({ length }) => length <= MOST_BYTES)
  if (jpeg === undefined) throw new Error(`${name} does not get small enough`)
  return jpeg
}

function describe(scene: Scene, { kind, plate, attributes, picture, name, actors }: Other) {
  const actor = actors.find((one) => one.name === name)
  const box = actor && boxOf(actor, new SceneCamera(scene.camera, width, height), kind === 'face')
  return { scene: scene.name, kind, ...(plate && { plate }), ...(attributes && { attributes }), picture, ...(box && { box }) }
}
