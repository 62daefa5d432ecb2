import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { FaceNetwork } from '#workers/faces/face-network.ts'
import { findFaces } from '#workers/faces/find-faces.ts'
import { WasmLoops } from '#workers/faces/wasm-loops.ts'
import { loadClip } from '#tests/support/clip.ts'
import { encodedRgba, framesIn } from '#tests/support/ffmpeg.ts'
import { recordCameras } from '#tests/support/recorded-cameras.ts'
import { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { expect, test as base } from './support/test.ts'

const [WIDTH, HEIGHT, FPS, SECONDS] = [640, 360, 10, 6]
const RECORDED_MS = 8_000
const TITLE = 'Somebody walks by'
/** Eileen Collins, astronaut, photographed by NASA: in the public domain. */
const face = new URL('../fixtures/face.jpg', import.meta.url)
const numbers = new URL('../../workers/faces/model/yunet.bin', import.meta.url)

const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const stack = await Stack.start(['bridge'])
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
})
test.use({ serviceWorkers: 'block' })

/** What a camera films of somebody who walks by. */
async function film(folder: string): Promise<string> {
  const photo = await loadImage(await readFile(face))
  function* pictures() {
    for (let picture = 0; picture < FPS * SECONDS; picture += 1) {
      const canvas = createCanvas(WIDTH, HEIGHT)
      const context = canvas.getContext('2d')
      context.fillStyle = '#556'
      context.fillRect(0, 0, WIDTH, HEIGHT)
      context.drawImage(photo, 40 + picture * 4, 60, 220, 220)
      yield Buffer.from(context.getImageData(0, 0, WIDTH, HEIGHT).data)
    }
  }
  const keys = { g: String(FPS), keyint_min: String(FPS), sc_threshold: '0', 'x264-params': 'aud=1:repeat-headers=1:slices=1' }
  const options = { preset: 'veryfast', profile: 'main', bf: '0', crf: '20', ...keys }
  const path = join(folder, 'walk.h264')
  await writeFile(path, encodedRgba(pictures(), { width: WIDTH, height: HEIGHT }, { encoder: 'libx264', fps: FPS, options }))
  return path
}

/** Of a face that is blurred the network is much less sure, for the hair around it. */
const CLEAR = 0.8

/** How many faces that are to be seen there are in each picture of a film. */
async function facesIn(path: string): Promise<number[]> {
  const network = new FaceNetwork(new Float32Array(new Uint8Array(await readFile(numbers)).buffer), await WasmLoops.load())
  // Each fifth picture.
  const filters = `select=not(mod(n\\,5)),scale=${WIDTH}:${HEIGHT},format=rgba`
  const shown = await framesIn(path, { kind: 'video', filters })
  const clear = (data: Buffer) =>
    findFaces(network, { data: new Uint8ClampedArray(data), width: WIDTH, height: HEIGHT }).filter(({ sureness }) => sureness > CLEAR)
  return shown.map(({ data }) => clear(data).length)
}

test('a face that no camera has told of is found in the pictures of a clip, looked at, covered wherever it goes, and in the redacted file for nobody to see', {
  tag: '@deep',
}, async ({ people, stack }) => {
  test.setTimeout(240_000)
  const folder = await mkdtemp(join(tmpdir(), 'sightline-faces-'))
  const recorded = await recordCameras(stack, [{ path: '/Walk', clip: loadClip(await film(folder)), fps: FPS }], RECORDED_MS)
  const [sn = ''] = recorded.sns
  const wish = { title: TITLE, sn, chlIndex: 0, startMs: Math.ceil(recorded.startMs) + 1_000, endMs: Math.ceil(recorded.startMs) + 5_000 }
  await recorded.admin.call(archiveCalls.archivesCreate, wish)
  const made = async () =>
    (await recorded.admin.call(archiveCalls.archivesList, { pageNum: 1, status: archiveFilters.success })).archives[0]?.archiveId
  await expect.poll(made, { timeout: 60_000 }).toBeDefined()

  const page = await people.enter(`/archives-redact/${await made()}`)
  const search = page.getByRole('region', { name: 'Faces in the pictures' })
  await expect(page.getByRole('region', { name: 'Proposed areas' })).toHaveCount(0)
  // Its numbers come late, so that it is stopped before it is through.
  const late = Promise.withResolvers<void>()
  await page.route('**/yunet-*', async (route) => {
    await late.promise
    await route.continue()
  })
  const starting = page.waitForEvent('worker', (one) => one.url().includes('faces-worker'))
  await search.getByRole('button', { name: 'Find faces in the pictures' }).press('Enter')
  await expect(search.getByRole('progressbar', { name: 'Searching the pictures for faces' })).toBeVisible()
  // What it is quick by may run there.
  const isCompiled = (bytes: number[]) => new WebAssembly.Module(new Uint8Array(bytes)) instanceof WebAssembly.Module
  expect(await (await starting).evaluate(isCompiled, [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).toBe(true)
  await search.getByRole('button', { name: 'Stop' }).click()
  await expect(search.getByRole('status')).toContainText('Who is turned away, hidden or very small may be missed')
  late.resolve()
  await search.getByRole('button', { name: 'Find faces in the pictures' }).click()
  // They come as they are found, each to be taken once it is known to the end.
  await expect(search.getByText(/^\d+ faces? found so far · \d\d:\d\d left$/).or(search.getByText(/up to 0:0[345]/))).toBeVisible()
  await expect(search.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 90_000 })
  await expect(search.getByRole('status')).toContainText(/faces? (was|were) found up to 0:0[345]/)
  const proposed = page.getByRole('region', { name: 'Proposed areas' })
  await expect(proposed.getByRole('button', { name: /^Accept: Face, / })).not.toHaveCount(0)
  await expectSoundEverywhere(page, 'faces that were found')
  await look(page, 'redact-found')
  // The film begins anew within the clip: whoever jumps is another.
  const all = proposed.getByRole('button', { name: 'Accept all' })
  await all
    .or(proposed.getByRole('button', { name: /^Accept: Face/ }))
    .first()
    .click()
  await expect(proposed).toHaveCount(0)
  await expect(page.getByRole('listitem', { name: 'Area 1' })).toBeVisible()

  await page.getByRole('button', { name: 'Make the file' }).click()
  const files = page.getByRole('list', { name: 'Redacted files' }).getByRole('listitem')
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 90_000 }),
    files.getByRole('button', { name: /^Download/ }).click({ timeout: 90_000 }),
  ])
  const covered = await facesIn(await file.path())
  expect(covered).toEqual(covered.map(() => 0))
  // Not since none would be found: in the film itself each picture has one.
  const filmed = await facesIn(join(folder, 'walk.h264'))
  expect(filmed).toEqual(filmed.map(() => 1))
  expect(Math.min(covered.length, filmed.length)).toBeGreaterThan(3)
  await recorded.close()
  await rm(folder, { recursive: true, force: true })
})
