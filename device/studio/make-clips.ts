/** Makes the clips of the simulated cameras. Run by hand (`npm run clips`), its results are kept in the repository. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import { codecOf, splitAccessUnits, type ClipEntry } from '../simulator/clip.ts'
import type { Happening, Visit } from '../simulator/happening.ts'
import { STEPS_A_SECOND, type Track, type TrackedPlace } from '../simulator/motion/tracks.ts'
import { encode } from './encode.ts'
import { boxInView, boxOf } from './render/box-of.ts'
import { SceneCamera } from './render/camera.ts'
import { SceneRenderer } from './render/renderer.ts'
import { gate, visitorActors } from './scenes/gate.ts'
import { parkingLot } from './scenes/parking-lot.ts'
import type { Scene, SceneHappening } from './scenes/parts/scene.ts'
import { shopFloor } from './scenes/shop-floor.ts'
import { warehouse } from './scenes/warehouse.ts'

const fps = 15
const keyFrameInterval = 30
const streams = [
  { stream: 'main', width: 1280, height: 720, quality: 36 },
  { stream: 'sub', width: 640, height: 360, quality: 34 },
] as const
const scenes = [parkingLot, shopFloor, gate, warehouse]
const folder = fileURLToPath(new URL('../simulator/clips/', import.meta.url))

/** The wide picture that the camera that moves looks at parts of. */
const wide = { scene: parkingLot, seconds: 9, width: 3200, height: 1800, viewDegrees: 100, file: 'parking-lot-wide.jpg' }

const usage = `npm run clips -- [--scene <name>] [--index | --wide | --stills <seconds,...> --to <folder>]
  --scene   only this one (${scenes.map(({ name }) => name).join(', ')})
  --index   describe the clips that are there anew, make none
  --wide    draw the picture that the camera that moves looks at (some minutes)
  --stills  pictures of these times into a folder instead of clips`

async function makeClips(scene: Scene): Promise<void> {
  const [{ width, height }] = streams
  console.log(`${scene.name}: tracing what stands still`)
  const renderer = new SceneRenderer(scene, width, height)
  const count = scene.seconds * fps
  function* frames(): Generator<Uint8Array> {
    for (let frame = 0; frame < count; frame++) {
      if (frame % fps === 0) console.log(`${scene.name}: ${frame / fps} of ${scene.seconds} s`)
      yield new Uint8Array(renderer.frame(frame / fps).buffer)
    }
  }
  const coarser = scene.coarser ?? 0
  const targets = streams.map(({ stream, quality, ...size }) => ({
    ...size,
    quality: quality + coarser,
    file: join(folder, `${scene.name}-${stream}.h264`),
  }))
  // Whoever reads the folder meanwhile keeps the old clips until the new ones are whole.
  const unfinished = targets.map((target) => ({ ...target, file: `${target.file}.part` }))
  await encode(frames(), width, height, fps, keyFrameInterval, unfinished)
  for (const { file } of targets) renameSync(`${file}.part`, file)
}

function makeWide(): void {
  const { scene, seconds, width, height, viewDegrees, file } = wide
  const renderer = new SceneRenderer({ ...scene, camera: { ...scene.camera, viewDegrees, barrel: 0 } }, width, height)
  const picture = canvasOf(renderer.frame(seconds), width, height)
  writeFileSync(join(folder, file), picture.toBuffer('image/jpeg', 80))
}

function canvasOf(rgb: Uint8ClampedArray, width: number, height: number) {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(width, height)
  for (let i = 0; i < width * height; i++) image.data.set([rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!, 255], i * 4)
  pen.putImageData(image, 0, 0)
  return canvas
}

function makeStills(scene: Scene, times: readonly number[], to: string): void {
  const [{ width, height }] = streams
  const renderer = new SceneRenderer(scene, width, height)
  mkdirSync(to, { recursive: true })
  for (const seconds of times) {
    writeFileSync(join(to, `${scene.name}-${seconds}.png`), canvasOf(renderer.frame(seconds), width, height).toBuffer('image/png'))
  }
}

function cameraOf(scene: Scene): SceneCamera {
  const [{ width, height }] = streams
  return new SceneCamera(scene.camera, width, height)
}

/** With the place of what it is about in the picture that is reported of it. Throws when nothing of it is to be seen. */
function withBox(scene: Scene, { of, ...happening }: SceneHappening): Happening {
  const { atMs, kind, view } = happening
  const name = of ?? happening.plate
  const actor = scene.actors(atMs / 1000).find((one) => one.name === name)
  const whole = actor && boxOf(actor, cameraOf(scene), kind === 'face')
  const box = whole && view ? boxInView(whole, view) : whole
  if (box === undefined) throw new Error(`${scene.name} shows no ${name} at ${atMs} ms`)
  return { ...happening, box }
}

function visitWithBox(visit: Visit, number: number): Visit {
  const actor = visitorActors(number).find(({ name }) => name === visit.plate)
  const box = actor && boxOf(actor, cameraOf(gate))
  return { ...visit, ...(box && { box }) }
}

/** Describes all clips that lie in the folder, also those of earlier runs. */
function writeIndex(): void {
  const entries: ClipEntry[] = []
  for (const of of scenes) {
    const { name: scene } = of
    const happenings = of.happenings.map((happening) => withBox(of, happening))
    const visits = of.visits?.map((visit, number) => visitWithBox(visit, number))
    for (const { stream, width, height } of streams) {
      const file = join(folder, `${scene}-${stream}.h264`)
      if (!existsSync(file)) continue
      const bytes = readFileSync(file)
      entries.push({
        scene,
        stream,
        width,
        height,
        fps,
        frames: splitAccessUnits(bytes).length,
        keyFrameInterval,
        codec: codecOf(bytes),
        happenings,
        ...(visits === undefined ? {} : { visits }),
      })
    }
  }
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify(entries, null, 2)}\n`)
}

/** Where everything that moves is, time after time: what the analysis of a camera follows. */
function writeTracks(): void {
  const all = Object.fromEntries(scenes.map((scene) => [scene.name, tracksOf(scene)]))
  writeFileSync(join(folder, 'tracks.json'), `${JSON.stringify(all)}\n`)
}

function tracksOf(scene: Scene): Track[] {
  const camera = cameraOf(scene)
  const places = new Map<string, TrackedPlace[]>()
  for (let step = 0; step < scene.seconds * STEPS_A_SECOND; step++) {
    for (const actor of scene.actors(step / STEPS_A_SECOND)) {
      // What belongs to the place, such as a barrier, has no ways.
      const box = actor.name === undefined || actor.name === 'barrier' ? undefined : boxOf(actor, camera)
      if (box === undefined || actor.name === undefined) continue
      const found = places.get(actor.name) ?? []
      places.set(actor.name, found)
      found.push([step, box.x, box.y, box.width, box.height])
    }
  }
  return [...places].map(([of, found]) => ({ of, places: found }))
}

const { values } = parseArgs({
  options: {
    scene: { type: 'string' },
    stills: { type: 'string' },
    index: { type: 'boolean' },
    wide: { type: 'boolean' },
    to: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const chosen = scenes.filter(({ name }) => values.scene === undefined || name === values.scene)
if (values.help || chosen.length === 0 || (values.stills !== undefined && values.to === undefined)) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 1
} else if (values.stills !== undefined && values.to !== undefined) {
  for (const scene of chosen) makeStills(scene, values.stills.split(',').map(Number), values.to)
} else if (values.wide) {
  makeWide()
} else {
  mkdirSync(folder, { recursive: true })
  if (!values.index) for (const scene of chosen) await makeClips(scene)
  writeIndex()
  writeTracks()
}
