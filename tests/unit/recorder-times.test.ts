import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { counted, CountingCamera, NOON_MS, PICTURE_MS, recorderStand, shown } from '#tests/support/record-clip.ts'

const SECOND = 15
const stands: Awaited<ReturnType<typeof recorderStand>>[] = []
afterEach(async () => {
  for (const { recorder, folder } of stands.splice(0)) {
    await recorder.close()
    await rm(folder, { recursive: true })
  }
})

async function start() {
  const stand = await recorderStand()
  stands.push(stand)
  return stand
}

const filesOf = (folder: string, sn: string) => readdir(join(folder, sn, '0-main'))
const spanOf = (pictures: number) => [NOON_MS, NOON_MS + pictures * PICTURE_MS] as const

describe('of the streams of a camera', () => {
  it('each that is chosen is recorded and can be seen, and where one has nothing the other is', async () => {
    const stand = await start()
    const { channel, camera, sinks } = stand.channel('SLYARD0001')
    const small = new CountingCamera(sinks.sub, 'h265')
    const film = (seconds: number) => {
      camera.film(seconds * SECOND)
      small.film(seconds * SECOND)
    }
    for (const one of [camera, small]) one.open()
    film(10)
    channel.choose({ mode: 'continuous', streams: ['sub'] })
    film(10)
    channel.choose({ mode: 'continuous', streams: ['main'] })
    film(10)
    await channel.stop()
    expect((await channel.settings()).channels[0]).toMatchObject({ mode: 'continuous', streams: ['main'] })
    const seen = async (stream: 'main' | 'sub', from: number) => {
      const found = await shown(channel, NOON_MS + from, NOON_MS + 30_000, { stream })
      if (typeof found === 'string') throw new Error(found)
      const { format, numbers, changedAtMs } = found
      return [
        format.codec.slice(0, 4),
        numbers.length / SECOND,
        changedAtMs === undefined ? undefined : Math.round((changedAtMs - NOON_MS) / 1000),
      ]
    }
    // From where it is chosen on there has to come a key frame.
    expect(await seen('main', -1)).toEqual(['avc1', 10, 10])
    expect(await seen('main', 10_001)).toEqual(['hev1', expect.closeTo(10, 0), 20])
    expect(await seen('main', 20_001)).toEqual(['avc1', expect.closeTo(10, 0), undefined])
    expect(await seen('sub', -1)).toEqual(['hev1', 20, 20])
    expect(await seen('sub', 20_001)).toEqual(['avc1', expect.closeTo(10, 0), undefined])
  })
})

describe('a clock that is set', () => {
  it('back by an hour loses no picture, and times go on rising for whoever looks', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(20 * SECOND)
    camera.nowMs -= 3_600_000
    camera.film(20 * SECOND)
    await channel.stop()
    const hourAgo = NOON_MS + 20_000 - 3_600_000
    expect(await shown(channel, ...spanOf(20 * SECOND))).toMatchObject({ numbers: counted(0, 20 * SECOND), isRising: true })
    expect(await shown(channel, hourAgo, hourAgo + 20_000)).toMatchObject({ numbers: counted(20 * SECOND, 20 * SECOND), isRising: true })
  })

  it('back and forth, an hour each time, loses no picture either', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    const hours = [0, 1, 0, -1, 0, 2]
    const times: { fromMs: number; first: number }[] = []
    for (const [index, hour] of hours.entries()) {
      // Each time a little later than the last time that its clock was there.
      camera.nowMs = NOON_MS + hour * 3_600_000 + index * 20_000
      times.push({ fromMs: camera.nowMs, first: camera.next })
      camera.film(10 * SECOND)
    }
    await channel.stop()
    for (const { fromMs, first } of times) {
      const found = await shown(channel, Math.floor(fromMs), fromMs + 10_000)
      expect(found).toMatchObject({ numbers: counted(first, 10 * SECOND), isRising: true })
    }
    expect(stand.told).toEqual([])
  })

  it('back by some seconds shows no time twice', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(20 * SECOND)
    camera.nowMs -= 5_000
    camera.film(20 * SECOND)
    await channel.stop()
    const found = await shown(channel, NOON_MS, NOON_MS + 60_000)
    if (typeof found === 'string') throw new Error(found)
    expect(found.numbers).toEqual([...counted(0, 20 * SECOND), ...counted(25 * SECOND, 15 * SECOND)])
    expect(found.times).toEqual(found.times.toSorted((one, other) => one - other))
    expect(await filesOf(stand.folder, 'SLYARD0001')).toHaveLength(2)
  })
})
