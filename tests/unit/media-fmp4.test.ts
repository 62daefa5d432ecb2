import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadClip } from '#tests/support/clip.ts'
import { framesIn, tracksIn } from '#tests/support/ffmpeg.ts'
import { parameterSets, splitAnnexB, toAvcc } from '#workers/media/annex-b.ts'
import { fragment, initSegment } from '#workers/media/fmp4.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const FRAME_US = 66_667
const folder = mkdtempSync(join(tmpdir(), 'sightline-fmp4-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The first pictures of the clip, written as the MSE sink does it, from this time on. */
function write(count: number, startUs: number): { path: string; bytes: Uint8Array } {
  const [sps = new Uint8Array(), pps = new Uint8Array()] = clip.sets
  const parts = clip.pictures.slice(0, count).map(({ unit, isKey }, index) => {
    const data = toAvcc(splitAnnexB(unit))
    return fragment({ sequence: index + 1, ptsUs: startUs + index * FRAME_US, durationUs: FRAME_US, isKey, data })
  })
  const bytes = Buffer.concat([initSegment({ width: 640, height: 360, sps, pps }), ...parts])
  const path = join(folder, `${startUs}.mp4`)
  writeFileSync(path, bytes)
  return { path, bytes }
}

describe('the fMP4 writer', () => {
  it('writes what ffmpeg decodes to the very same pictures', async () => {
    const { path } = write(40, 0)
    const shown = async (file: string) => {
      const pictures = await framesIn(file, { kind: 'video', filters: '', most: 40 })
      return pictures.map(({ data }) => createHash('sha256').update(data).digest('hex'))
    }
    const ours = await shown(path)
    const original = await shown(join(import.meta.dirname, '../fixtures/counter-640x360-15.h264'))
    expect(ours).toHaveLength(40)
    expect(ours).toEqual(original)
  })

  it('has the shape, times and key frames that ffmpeg reads', async () => {
    // Beyond 32 bits of µs, as after two hours of watching.
    const startUs = 7_200_000_000
    const { tracks } = await tracksIn(write(40, startUs).path)
    expect(tracks).toMatchObject([{ codec: 'h264', width: 640, height: 360 }])
    const packets = tracks[0]?.packets ?? []
    expect(packets).toHaveLength(40)
    expect(packets.map(({ atS }) => atS)).toEqual(packets.map((_, index) => (startUs + index * FRAME_US) / 1e6))
    // ffmpeg works durations out from the frame rate, and rounds.
    for (const { forS } of packets) expect(forS).toBeCloseTo(FRAME_US / 1e6, 5)
    expect(packets.map(({ isKey }) => isKey)).toEqual(clip.pictures.slice(0, 40).map(({ isKey }) => isKey))
  })
})

describe('Annex B', () => {
  it('is split at start codes of three and four bytes, without the zeros before them', () => {
    const unit = new Uint8Array([0, 0, 0, 1, 9, 16, 0, 0, 1, 0x67, 1, 0, 3, 0, 0, 0, 1, 0x68, 2])
    expect(splitAnnexB(unit).map((nal) => [...nal])).toEqual([
      [9, 16],
      [0x67, 1, 0, 3],
      [0x68, 2],
    ])
  })

  it('gives the parameter sets of a key picture and none of another', () => {
    const { sps, pps } = parameterSets(splitAnnexB(clip.pictures[0]?.unit ?? new Uint8Array()))
    expect(Buffer.from(sps ?? [])).toEqual(Buffer.from(clip.sets[0] ?? []))
    expect(Buffer.from(pps ?? [])).toEqual(Buffer.from(clip.sets[1] ?? []))
    expect(parameterSets(splitAnnexB(clip.pictures[1]?.unit ?? new Uint8Array()))).toEqual({ sps: undefined, pps: undefined })
  })

  it('yields nothing for bytes without a start code', () => {
    expect(splitAnnexB(new Uint8Array([1, 2, 3]))).toEqual([])
    expect(splitAnnexB(new Uint8Array())).toEqual([])
  })
})
