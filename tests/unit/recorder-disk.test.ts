import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realDisk } from '#device/recorder/segment-file.ts'
import { counted, NOON_MS, PICTURE_MS, recorderStand, shown, slowDisk } from '#tests/support/record-clip.ts'
import { recorderStands } from '#tests/support/recorder-stands.ts'

const SECOND = 15
const { start } = recorderStands()

const spanOf = (pictures: number) => [NOON_MS, NOON_MS + pictures * PICTURE_MS] as const

/** Whether this machine lets us make a small disk in memory. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'sightline-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

describe('a disk', () => {
  it.skipIf(!canMount())('that is really full is told, and recorded on when there is room', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder])
    try {
      const stand = await recorderStand({ folder })
      const { channel, camera } = stand.channel('SLYARD0001')
      camera.open()
      camera.film(2 * SECOND)
      await expect.poll(() => stand.recorder.retention.usedBytes()).toBeGreaterThan(0)
      await writeFile(join(folder, 'filler'), new Uint8Array(8e6)).catch(() => {})
      await expect
        .poll(async () => {
          camera.film(2 * SECOND)
          await new Promise(setImmediate)
          return stand.told
        })
        .toContainEqual('error: the disk is full; nothing is recorded until it takes more')
      await rm(join(folder, 'filler'))
      const fromMs = camera.nowMs
      await expect
        .poll(async () => {
          camera.film(SECOND)
          return stand.recorder.health.state
        })
        .toBe('normal')
      await channel.stop()
      const found = await shown(channel, fromMs, camera.nowMs)
      expect(found).toMatchObject({ startsAtKey: true, isRising: true })
      await stand.recorder.close()
      const after = await recorderStand({ folder })
      expect(await shown(after.channel('SLYARD0001', 'off').channel, fromMs, camera.nowMs)).toEqual(found)
      await after.recorder.close()
    } finally {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    }
  })

  it('that takes nothing more is told, and recorded on when it does', async () => {
    let isFull = false
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const disk: typeof realDisk = {
      create: async (path) => {
        const file = await realDisk.create(path)
        const write = file.write.bind(file)
        // The first half still finds room, as on a real one.
        const torn = async (bytes: Uint8Array, at: number) => {
          if (!isFull) return write(bytes, at)
          if (at === 0) return write(bytes, 0, bytes.byteLength >> 1)
          throw full
        }
        return Object.assign(file, { write: torn })
      },
    }
    const stand = await start({ disk })
    const { channel, camera } = stand.channel('SLYARD0001')
    const status = async () => (await channel.commands['storage-info']?.({}))?.disks[0]?.status
    camera.open()
    camera.film(5 * SECOND + 1)
    await expect.poll(() => shown(channel, ...spanOf(5 * SECOND))).toMatchObject({ numbers: counted(0, 5 * SECOND) })
    isFull = true
    camera.film(5 * SECOND)
    await expect.poll(() => stand.told).toContainEqual('error: the disk is full; nothing is recorded until it takes more')
    expect(await status()).toBe('failed')
    isFull = false
    await expect
      .poll(async () => {
        camera.film(SECOND)
        await new Promise(setImmediate)
        return status()
      })
      .toBe('normal')
    expect(stand.told.at(-1)).toMatch(/^warn: the disk takes recordings again, after \d s$/)
    await channel.stop()
    const found = await shown(channel, NOON_MS, camera.nowMs)
    if (typeof found === 'string') throw new Error(found)
    expect(found.numbers.slice(0, 5 * SECOND)).toEqual(counted(0, 5 * SECOND))
    expect(found.numbers.at(-1)).toBe(counted(camera.next - 1, 1)[0])
    expect(found.numbers).not.toContain(undefined)
  })

  it('that is too slow is told before the memory is full, and recorded on when it has caught up', { timeout: 60_000 }, async () => {
    const slow = slowDisk()
    const stand = await start({ disk: slow.disk })
    const { channel, camera } = stand.channel('SLYARD0001')
    const diskNow = async () => (await channel.settings()).store?.disk
    const seen = (from: number, count: number) => shown(channel, NOON_MS + from * PICTURE_MS, NOON_MS + (from + count) * PICTURE_MS)
    camera.open()
    camera.film(5 * SECOND + 1)
    await expect.poll(() => seen(0, 5 * SECOND)).toMatchObject({ numbers: counted(0, 5 * SECOND) })
    expect(await diskNow()).toBe('normal')

    slow.stall()
    while (stand.recorder.health.state === 'normal') {
      camera.film(60 * SECOND)
      // One that is not slow would write it now.
      await new Promise(setImmediate)
    }
    expect(await diskNow()).toBe('slow')
    const takenUntil = camera.next
    camera.film(60 * SECOND)
    expect(stand.told).toEqual(['error: the disk is too slow for the cameras; nothing is recorded until it takes more'])

    slow.goOn()
    await expect
      .poll(async () => {
        camera.film(SECOND)
        return diskNow()
      })
      .toBe('normal')
    expect(stand.told.at(-1)).toMatch(/^warn: the disk takes recordings again, after \d+ s$/)
    camera.film(10 * SECOND)
    await channel.stop()
    // All that it had taken is there, nothing of the time in which it took no more, and what came afterwards.
    const before = takenUntil - 70 * SECOND
    expect(await seen(before, 5 * SECOND)).toMatchObject({ numbers: counted(before, 5 * SECOND), isExact: true })
    expect(await seen(takenUntil + SECOND, 30 * SECOND)).toBe('no-recording')
    const after = camera.next - 5 * SECOND
    expect(await seen(after, 5 * SECOND)).toMatchObject({ numbers: counted(after, 5 * SECOND), isExact: true })
  })

  it('that does not answer is told after ten seconds, however little waits, and recorded on when it does', async () => {
    const slow = slowDisk()
    let nowMs = 0
    const stand = await start({ disk: slow.disk, now: () => nowMs })
    const { channel, camera } = stand.channel('SLYARD0001')
    const diskNow = async () => (await channel.settings()).store?.disk
    const HUNG = 'error: the disk has not answered for 10 s; nothing is recorded until it takes more'
    camera.open()
    camera.film(5 * SECOND + 1)
    await expect.poll(() => shown(channel, ...spanOf(5 * SECOND))).toMatchObject({ numbers: counted(0, 5 * SECOND) })

    slow.stall()
    camera.film(SECOND)
    await new Promise(setImmediate)
    nowMs += 9_999
    camera.film(SECOND)
    expect([await diskNow(), stand.told]).toEqual(['normal', []])
    nowMs += 1
    camera.film(SECOND)
    expect([await diskNow(), stand.told]).toEqual(['slow', [HUNG]])
    // Nothing more is begun on it, and it is told once.
    const takenUntil = camera.next
    camera.film(5 * SECOND)
    nowMs += 20_000
    camera.film(25 * SECOND)
    expect([await diskNow(), stand.told]).toEqual(['slow', [HUNG]])

    slow.goOn()
    await expect
      .poll(async () => {
        camera.film(SECOND)
        return diskNow()
      })
      .toBe('normal')
    expect(stand.told).toEqual([HUNG, 'warn: the disk takes recordings again, after 20 s'])
    camera.film(10 * SECOND)
    await channel.stop()
    const after = camera.next - 5 * SECOND
    const seen = (from: number, count: number) => shown(channel, NOON_MS + from * PICTURE_MS, NOON_MS + (from + count) * PICTURE_MS)
    expect(await seen(0, 6 * SECOND)).toMatchObject({ numbers: counted(0, 6 * SECOND), isExact: true })
    expect(await seen(takenUntil + SECOND, 25 * SECOND)).toBe('no-recording')
    expect(await seen(after, 5 * SECOND)).toMatchObject({ numbers: counted(after, 5 * SECOND), isExact: true })
  })

  it('that does not answer is told also when nothing more comes from the camera', async () => {
    const slow = slowDisk()
    let nowMs = 0
    const stand = await start({ disk: slow.disk, now: () => nowMs })
    const { camera } = stand.channel('SLYARD0001')
    camera.open()
    slow.stall()
    camera.film(SECOND + 1)
    await new Promise(setImmediate)
    nowMs += 10_000
    expect(stand.told).toEqual([])
    stand.recorder.tidy()
    expect(stand.told).toEqual(['error: the disk has not answered for 10 s; nothing is recorded until it takes more'])
    slow.goOn()
  })
})
