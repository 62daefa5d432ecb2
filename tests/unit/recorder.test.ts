import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tracksIn } from '#tests/support/ffmpeg.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { counted, CountingCamera, NOON_MS, PICTURE_MS, shown } from '#tests/support/record-clip.ts'
import { recorderStands } from '#tests/support/recorder-stands.ts'
import { aac } from '#tests/support/test-sound.ts'

const SECOND = 15
/** Pictures of the clip from one key frame to the next. */
const GROUP = 30
const { start, forget } = recorderStands()

/** The same folder in a process that begins anew; the old one is left as it is, as a killed one. */
async function again(folder: string) {
  forget()
  return start({ folder })
}

const filesOf = async (folder: string, sn: string, stream = 'main') =>
  (await readdir(join(folder, sn, `0-${stream}`))).toSorted().map((name) => join(folder, sn, `0-${stream}`, name))
const spanOf = (pictures: number) => [NOON_MS, NOON_MS + pictures * PICTURE_MS] as const

describe('what a camera shows is recorded', () => {
  it('every picture, in order, over files of a minute and the end of the process', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(130 * SECOND)
    await channel.stop()
    await stand.recorder.close()
    const after = await again(stand.folder)
    const next = after.channel('SLYARD0001')
    next.camera.next = camera.next
    next.camera.nowMs = camera.nowMs
    next.camera.open()
    next.camera.film(20 * SECOND)
    await next.channel.stop()
    const found = await shown(next.channel, ...spanOf(150 * SECOND))
    expect(found).toMatchObject({ numbers: counted(0, 150 * SECOND), prerolls: 0, startsAtKey: true, isRising: true, isExact: true })
    expect(await filesOf(stand.folder, 'SLYARD0001')).toHaveLength(4)
    expect(after.told).toEqual([])
  })

  it('so that a player finds a film in each file, from its beginning', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(6 * SECOND)
    await channel.stop()
    const [file = ''] = await filesOf(stand.folder, 'SLYARD0001')
    expect(await numbersIn(await readFile(file))).toEqual(counted(0, 6 * SECOND))
  })

  it('in H.265 as well', async () => {
    const stand = await start()
    const { channel, sinks } = stand.channel('SLYARD0001')
    const camera = new CountingCamera(sinks.main, 'h265')
    camera.open()
    camera.film(3 * SECOND)
    await channel.stop()
    expect(await shown(channel, ...spanOf(3 * SECOND))).toMatchObject({ numbers: counted(0, 3 * SECOND), format: { width: 640 } })
    const [file = ''] = await filesOf(stand.folder, 'SLYARD0001')
    expect(await numbersIn(await readFile(file))).toEqual(counted(0, 3 * SECOND))
  })

  it('and a part of it is sent from the key frame before it, which is not shown', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(10 * SECOND)
    await channel.stop()
    const found = await shown(channel, NOON_MS + 50 * PICTURE_MS - 1, NOON_MS + 80 * PICTURE_MS - 1)
    expect(found).toMatchObject({ numbers: counted(50, 30), startsAtKey: true })
    expect(found).toMatchObject({ prerolls: 50 % GROUP })
    expect(await shown(channel, NOON_MS - 60_000, NOON_MS)).toBe('no-recording')
  })

  it('and of it key frames alone for whoever looks through it, without sound', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(10 * SECOND)
    await channel.stop()
    const keys = await shown(channel, NOON_MS + 50 * PICTURE_MS - 1, NOON_MS + 130 * PICTURE_MS - 1, { isKeysOnly: true })
    expect(keys).toMatchObject({ numbers: [2 * GROUP, 3 * GROUP, 4 * GROUP], prerolls: 1, startsAtKey: true, isExact: true, sound: [] })
  })

  it('to the last whole second while it is being written', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(10 * SECOND)
    await expect.poll(() => shown(channel, ...spanOf(9 * SECOND))).toMatchObject({ numbers: counted(0, 9 * SECOND) })
    await channel.stop()
  })
})

describe('sound is recorded with its pictures', () => {
  const g711 = Array.from({ length: 60 }, (_, index) => new Uint8Array(533).fill(index))
  const formats = {
    pcm_mulaw: { format: { codec: 'pcmu', sampleRateHz: 8_000, channels: 1 }, frames: g711 },
    pcm_alaw: { format: { codec: 'pcma', sampleRateHz: 8_000, channels: 1 }, frames: g711 },
    aac: { format: { codec: 'aac', sampleRateHz: 16_000, channels: 1, description: 'FAg=' }, frames: aac().frames },
  } as const

  it.each(['pcm_mulaw', 'pcm_alaw', 'aac'] as const)('byte for byte and in the moment of each, in %s', async (codec) => {
    const { format, frames } = formats[codec]
    const stand = await start()
    const { channel, camera, sinks } = stand.channel('SLYARD0001')
    camera.open(format)
    const sent: Uint8Array[] = []
    camera.film(3 * SECOND, ({ ptsUs, captureMs }) => {
      const data = frames[sent.length % frames.length] ?? new Uint8Array(1)
      sent.push(data)
      sinks.main?.sound({ ptsUs: ptsUs + 5_000, captureMs: captureMs + 5, data })
    })
    await channel.stop()
    const [file = ''] = await filesOf(stand.folder, 'SLYARD0001')
    const { tracks } = await tracksIn(file)
    const [pictures, sound] = ['video', 'audio'].map((kind) => tracks.find((track) => track.kind === kind)?.packets ?? [])
    expect(tracks.find(({ kind }) => kind === 'audio')?.codec).toBe(codec)
    expect(sound?.map(({ data }) => Buffer.from(data).toString('hex'))).toEqual(sent.map((data) => Buffer.from(data).toString('hex')))
    for (const [index, { atS }] of (pictures ?? []).entries()) expect((sound?.[index]?.atS ?? 0) - atS).toBeCloseTo(0.005, 3)
  })

  it.each(['pcm_mulaw', 'pcm_alaw', 'aac'] as const)(
    'and sent with them to whoever listens, piece by piece without a gap, in %s',
    async (codec) => {
      const { format, frames } = formats[codec]
      const stand = await start()
      const { channel, camera, sinks } = stand.channel('SLYARD0001')
      camera.open(format)
      const sent: { ptsUs: number; captureMs: number; data: Uint8Array }[] = []
      // Sound comes a little later than the pictures of its time: at the end of a second it lies behind those of the next.
      camera.film(70 * SECOND, ({ ptsUs, captureMs }) => {
        const frame = { ptsUs: ptsUs - 30_000, captureMs: captureMs - 30, data: frames[sent.length % frames.length] ?? new Uint8Array(1) }
        sent.push(frame)
        sinks.main?.sound(frame)
      })
      await channel.stop()
      const cuts = [NOON_MS + 2_500, NOON_MS + 4_000, NOON_MS + 62_033, NOON_MS + 66_000]
      const heard: typeof sent = []
      for (const [index, startMs] of cuts.slice(0, -1).entries()) {
        const found = await shown(channel, startMs, cuts[index + 1] ?? 0, { hasSound: true })
        if (typeof found === 'string') throw new Error(found)
        expect(found.format.sound).toEqual(format)
        heard.push(...found.sound)
      }
      const wanted = sent.filter(({ captureMs }) => captureMs >= (cuts[0] ?? 0) && captureMs < (cuts.at(-1) ?? 0))
      expect(heard.map(({ data }) => Buffer.from(data).toString('hex'))).toEqual(
        wanted.map(({ data }) => Buffer.from(data).toString('hex')),
      )
      for (const [index, { ptsUs, captureMs }] of heard.entries()) {
        expect(Math.abs(ptsUs - (wanted[index]?.ptsUs ?? 0))).toBeLessThanOrEqual(1)
        expect(Math.abs(captureMs - (wanted[index]?.captureMs ?? 0))).toBeLessThan(1)
      }
      const silent = await shown(channel, cuts[0] ?? 0, cuts[1] ?? 0)
      expect(silent).toMatchObject({ sound: [] })
      expect(silent).not.toHaveProperty('format.sound')
    },
  )
})

describe('what is damaged', () => {
  async function recorded(seconds: number) {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(seconds * SECOND)
    await channel.stop()
    await stand.recorder.close()
    return { folder: stand.folder, files: await filesOf(stand.folder, 'SLYARD0001') }
  }

  it('by a process that was killed costs what was not written whole, and the index finds the rest', async () => {
    const { folder, files } = await recorded(10)
    const [file = ''] = files
    const whole = await readFile(file)
    await rm(join(folder, 'index.db'))
    await truncate(file, whole.byteLength - 100)
    const after = await again(folder)
    const { channel } = after.channel('SLYARD0001', 'off')
    expect(await shown(channel, ...spanOf(10 * SECOND))).toMatchObject({ numbers: counted(0, 9 * SECOND) })
    expect(after.told).toEqual([])
  })

  it('by a bad place on the disk costs the seconds there, and is told', async () => {
    const { folder, files } = await recorded(10)
    const [file = ''] = files
    const bytes = await readFile(file)
    const second = bytes.indexOf('moof', bytes.indexOf('moof') + 4)
    bytes.fill(0xff, second, second + 64)
    await writeFile(file, bytes)
    const after = await again(folder)
    const { channel } = after.channel('SLYARD0001', 'off')
    const found = await shown(channel, ...spanOf(10 * SECOND))
    expect(found).toMatchObject({ numbers: [...counted(0, SECOND), ...counted(2 * SECOND, 8 * SECOND)] })
    expect(after.told.join('\n')).toMatch(/warn: SLYARD0001\/0-main\/\d+\.mp4 is damaged at byte \d+/)
  })

  it('or foreign is told and left alone, in the folder and as the index', async () => {
    const { folder, files } = await recorded(3)
    await writeFile(join(folder, 'SLYARD0001', '0-main', 'holiday.mp4'), 'a film')
    await writeFile(join(folder, 'SLYARD0001', '0-main', '1700000000000.mp4'), 'no film either')
    await mkdir(join(folder, 'SLYARD0001', 'notes'))
    await writeFile(join(folder, 'index.db'), 'this is no database, though it is as long as one may be'.repeat(100))
    const after = await again(folder)
    const { channel } = after.channel('SLYARD0001', 'off')
    expect(await shown(channel, ...spanOf(3 * SECOND))).toMatchObject({ numbers: counted(0, 3 * SECOND) })
    const told = after.told.join('\n')
    expect(told).toMatch(/error: the index of the recordings is made anew from the files/)
    expect(told).toMatch(/holiday\.mp4 is none of the recorder's/)
    expect(told).toMatch(/1700000000000\.mp4 is no recording/)
    expect(told).toMatch(/notes is no folder of recordings/)
    expect(await filesOf(folder, 'SLYARD0001')).toEqual(expect.arrayContaining([...files, expect.stringContaining('holiday.mp4')]))
  })
})

describe('around events', () => {
  it('there are the ten seconds before, from a key frame on, and ten after; and why', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001', 'events')
    camera.open()
    camera.film(30 * SECOND)
    channel.saw('line-crossing', camera.nowMs)
    camera.film(40 * SECOND)
    await channel.stop()
    const found = await shown(channel, NOON_MS, NOON_MS + 80_000)
    if (typeof found === 'string') throw new Error(found)
    const [first = 0] = found.numbers
    expect(found.numbers).toEqual(counted(first, found.numbers.length))
    expect(first).toBeLessThanOrEqual(20 * SECOND)
    expect(first).toBeGreaterThanOrEqual(18 * SECOND)
    expect(first % GROUP).toBe(0)
    const lastMs = (found.times.at(-1) ?? 0) - NOON_MS + PICTURE_MS
    expect(lastMs).toBeGreaterThanOrEqual(39_999)
    expect(lastMs).toBeLessThanOrEqual(42_001)
    const log = channel.commands['record-log']
    const { segments } = (await log?.({ chlIndex: 0, startMs: NOON_MS, endMs: NOON_MS + 80_000 })) ?? { segments: [] }
    expect(segments.map(({ type }) => type)).toEqual(['PERIMETER'])
    expect((segments[0]?.startMs ?? 0) - NOON_MS).toBeLessThanOrEqual(20_000)
  })

  it('and without any there is nothing', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001', 'events')
    camera.open()
    camera.film(30 * SECOND)
    await channel.stop()
    expect(await shown(channel, ...spanOf(30 * SECOND))).toBe('no-recording')
  })

  it.each([0.2, 0.7])('what began %d ms after a full one is told from a time on at which its first picture is there', async (partMs) => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.nowMs += partMs
    camera.film(10 * SECOND)
    await channel.stop()
    const log = channel.commands['record-log']
    const { segments } = (await log?.({ chlIndex: 0, startMs: NOON_MS, endMs: NOON_MS + 20_000 })) ?? { segments: [] }
    expect(segments.map(({ startMs }) => startMs - NOON_MS)).toEqual([1])
  })

  it('what is recorded all the time is found as that, and the events in it', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(30 * SECOND)
    channel.saw('motion', camera.nowMs)
    camera.film(60 * SECOND)
    channel.saw('person', camera.nowMs)
    camera.film(60 * SECOND)
    await channel.stop()
    const log = channel.commands['record-log']
    const request = { chlIndex: 0, startMs: NOON_MS, endMs: NOON_MS + 150_000 }
    const { segments } = (await log?.(request)) ?? { segments: [] }
    expect(segments.map(({ type, startMs, endMs }) => [type, startMs - NOON_MS, endMs - NOON_MS])).toEqual([
      ['SCHEDULE', 0, 150_000],
      ['MOTION', 20_000, 40_000],
      ['SMART_MOTION', 80_000, 100_000],
    ])
    expect(await log?.({ ...request, types: ['MOTION'] })).toMatchObject({ segments: [{ type: 'MOTION' }], isMore: false })
    const days = channel.commands['record-days']
    expect(await days?.({ chlIndex: 0, month: '2026-03', timeZone: 'Pacific/Kiritimati' })).toEqual({ days: ['2026-03-02'] })
    expect(await days?.({ chlIndex: 0, month: '2026-03', timeZone: 'UTC' })).toEqual({ days: ['2026-03-01'] })
  })
})

describe('when there is too much', () => {
  it('the camera that has most gives its oldest, and the others keep theirs', async () => {
    const stand = await start()
    const large = stand.channel('SLLARGE001')
    const small = stand.channel('SLSMALL001')
    for (const { camera } of [large, small]) camera.open()
    small.camera.film(70 * SECOND)
    large.camera.film(600 * SECOND)
    await Promise.all([large.channel.stop(), small.channel.stop()])
    const bytes = stand.recorder.retention.usedBytes()
    await stand.recorder.close()
    forget()
    const after = await start({ folder: stand.folder, bytes: bytes / 2 })
    expect(after.recorder.retention.usedBytes()).toBeLessThanOrEqual(bytes / 2)
    expect(await shown(after.channel('SLSMALL001', 'off').channel, ...spanOf(70 * SECOND))).toMatchObject({
      numbers: counted(0, 70 * SECOND),
    })
    const left = await shown(after.channel('SLLARGE001', 'off').channel, ...spanOf(600 * SECOND))
    if (typeof left === 'string') throw new Error(left)
    expect(left.numbers.at(-1)).toBe(counted(600 * SECOND - 1, 1)[0])
    expect(left.times[0]).toBeGreaterThan(NOON_MS + 120_000)
  })

  it('what is older than the days that it is kept goes, with its file', async () => {
    const stand = await start()
    const { channel, camera } = stand.channel('SLYARD0001')
    camera.open()
    camera.film(70 * SECOND)
    camera.nowMs = Date.now() - 60_000
    camera.film(30 * SECOND)
    await channel.stop()
    expect(await filesOf(stand.folder, 'SLYARD0001')).toHaveLength(3)
    await stand.recorder.close()
    forget()
    const after = await start({ folder: stand.folder, days: 2 })
    expect(await shown(after.channel('SLYARD0001', 'off').channel, ...spanOf(70 * SECOND))).toBe('no-recording')
    expect(await filesOf(stand.folder, 'SLYARD0001')).toHaveLength(1)
  })
})
