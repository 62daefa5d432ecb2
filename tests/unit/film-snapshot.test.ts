import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { filmSnapshot } from '#device/simulator/motion/film-snapshot.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'

const loop = new ClipLoop(readClip('gate', 'main'), 0)
const half = [
  { x: 0, y: 0 },
  { x: 0.5, y: 0 },
  { x: 0.5, y: 1 },
  { x: 0, y: 1 },
]

/** Mean brightness of the left and of the right half of a picture. */
async function halves(jpeg: string | undefined): Promise<[number, number]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-snapshot-'))
  try {
    await writeFile(join(folder, 'a.jpg'), Buffer.from(jpeg ?? '', 'base64'))
    const [frame] = await framesIn(join(folder, 'a.jpg'), { kind: 'video', filters: 'scale=64:36,format=gray' })
    const sum = (isLeft: boolean) =>
      [...(frame?.data ?? [])].reduce((all, value, index) => all + (index % 64 < 32 === isLeft ? value : 0), 0) / (32 * 36)
    return [sum(true), sum(false)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('the picture of an event is black where its camera is masked, whichever part of it is reported', async () => {
  const [left, right] = await halves(await filmSnapshot(loop, 6_500, []))
  expect(Math.min(left, right)).toBeGreaterThan(40)
  const [masked, open] = await halves(await filmSnapshot(loop, 6_500, [half]))
  expect(masked).toBeLessThan(25)
  expect(Math.abs(open - right)).toBeLessThan(12)
  // Of the part that is reported only the left fifth is masked.
  const [some, none] = await halves(await filmSnapshot(loop, 6_500, [half], { left: 0.45, top: 0.3, size: 0.25 }))
  const [all] = await halves(await filmSnapshot(loop, 6_500, [], { left: 0.45, top: 0.3, size: 0.25 }))
  expect(some).toBeLessThan(0.8 * all)
  expect(none).toBeGreaterThan(40)
})
