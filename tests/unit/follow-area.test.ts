import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boxOf } from '#device/studio/render/box-of.ts'
import { SceneCamera } from '#device/studio/render/camera.ts'
import { gate } from '#device/studio/scenes/gate.ts'
import type { Scene } from '#device/studio/scenes/parts/scene.ts'
import { shopFloor } from '#device/studio/scenes/shop-floor.ts'
import { warehouse } from '#device/studio/scenes/warehouse.ts'
import { Follower } from '#shared/redaction/follow.ts'
import type { Box } from '#shared/redaction/area-at.ts'
import { deep } from '#tests/support/depth.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'

const WIDTH = 640
const HEIGHT = 360
const FPS = 15
/** For so long each head is followed. */
const FOLLOWED_MS = 3_000
const clips = join(import.meta.dirname, '../../device/simulator/clips')

/** How much of the head a box covers with the margin that is made around every area, a share of it. */
function coveredShare(head: Box, box: Box): number {
  const margin = { x: box.width * 0.06, y: box.height * 0.06 }
  const along = (a: number, aLength: number, b: number, bLength: number) => Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b))
  const across = along(head.x, head.width, box.x - margin.x, box.width + 2 * margin.x)
  const down = along(head.y, head.height, box.y - margin.y, box.height + 2 * margin.y)
  return (across * down) / (head.width * head.height)
}

/** As a hand draws it: somewhat larger than what is meant. */
function drawnAround({ x, y, width, height }: Box): Box {
  return { x: x - width * 0.25, y: y - height * 0.2, width: width * 1.5, height: height * 1.4 }
}

function headAt(scene: Scene, name: string, atMs: number): Box | undefined {
  const actor = scene.actors(atMs / 1000).find((one) => one.name === name)
  return actor && boxOf(actor, new SceneCamera(scene.camera, 1280, 720), true)
}

/** `untilMs`: no picture beyond is looked at. */
async function followed(scene: Scene, untilMs = Number.POSITIVE_INFINITY) {
  const most = (untilMs / 1000) * FPS
  const wanted = { kind: 'video', filters: `scale=${WIDTH}:${HEIGHT},format=gray`, most } as const
  const frames = await framesIn(join(clips, `${scene.name}-main.h264`), wanted)
  const found: { name: string; frames: number; covered: number; isLost: boolean; least: number }[] = []
  for (const { atMs, kind, of } of scene.happenings) {
    if ((kind !== 'person' && kind !== 'face') || of === undefined) continue
    const first = Math.round((atMs / 1000) * FPS)
    const begin = headAt(scene, of, (first * 1000) / FPS)
    const picture = frames[first]
    if (begin === undefined || picture === undefined) continue
    const follower = new Follower({ data: picture.data, width: WIDTH, height: HEIGHT }, drawnAround(begin))
    const one = { name: `${scene.name} ${kind} ${of} ${atMs}`, frames: 0, covered: 0, isLost: false, least: 1 }
    for (let number = first + 1; number < Math.min(first + (FOLLOWED_MS / 1000) * FPS, frames.length); number += 1) {
      const head = headAt(scene, of, (number * 1000) / FPS)
      const data = frames[number]?.data
      if (head === undefined || data === undefined) break
      const seen = follower.next({ data, width: WIDTH, height: HEIGHT })
      if (seen === undefined) {
        one.isLost = true
        break
      }
      one.frames += 1
      one.least = Math.min(one.least, seen.sureness)
      if (coveredShare(head, seen.box) >= 0.9) one.covered += 1
    }
    found.push(one)
  }
  return found
}

test('a head that is drawn around once is followed: the area covers it on nearly every picture until it is lost', async () => {
  const all = async () => [...(await followed(gate)), ...(await followed(shopFloor)), ...(await followed(warehouse))]
  const found = deep(true, false) ? await all() : await followed(shopFloor, 4_600)
  for (const { name, frames, covered, isLost, least } of found) {
    console.log('%s: %i of %i, sure by %s at least%s', name, covered, frames, least.toFixed(2), isLost ? ', then lost' : '')
  }
  const sum = (of: 'frames' | 'covered') => found.reduce((total, one) => total + one[of], 0)
  console.log('%i heads, %i pictures, covered on %s %%', found.length, sum('frames'), ((sum('covered') / sum('frames')) * 100).toFixed(1))
  expect(sum('frames')).toBeGreaterThan(deep(300, 30))
  expect(sum('covered') / sum('frames')).toBeGreaterThanOrEqual(0.99)
})
