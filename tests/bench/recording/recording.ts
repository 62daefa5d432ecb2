import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Recorder } from '#device/recorder/recorder.ts'

interface Reading {
  cpuMs: number
  atMs: number
  written: number
  received: number
  live: number
}

const quiet = () => {}

/**
 * `npm run bench -- recording [--cameras=40] [--seconds=20]`: what recording costs beyond reading the same cameras, how often each byte is
 * written, and what is lost when the process is killed.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { cameras: { type: 'string', default: '40' }, seconds: { type: 'string', default: '20' } },
  })
  const count = Number(values.cameras)
  const seconds = Number(values.seconds)
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-recording-'))
  const cameras = fork(join(import.meta.dirname, 'cameras.ts'), [String(count)])
  const [port] = (await once(cameras, 'message')) as [number]
  const measured = async (mode: 'off' | 'continuous') => {
    const reader = fork(join(import.meta.dirname, 'reader.ts'), [String(port), String(count), mode, join(folder, mode)])
    await once(reader, 'message')
    let before = await ask(reader)
    while (before.live < count) {
      await pause(500)
      before = await ask(reader)
    }
    await pause(seconds * 1000)
    const after = await ask(reader)
    const killedMs = Date.now()
    reader.kill('SIGKILL')
    await once(reader, 'exit')
    return {
      percent: ((after.cpuMs - before.cpuMs) / (after.atMs - before.atMs)) * 100,
      written: after.written,
      received: after.received,
      killedMs,
    }
  }
  try {
    const reading = await measured('off')
    const recording = await measured('continuous')
    const bytes = bytesIn(join(folder, 'continuous'))
    const lost = await lostAfter(join(folder, 'continuous'), recording.killedMs, count)
    const figures = {
      cameras: count,
      cpu_pct: round(recording.percent - reading.percent),
      reading_cpu_pct: round(reading.percent),
      lost_after_kill_s: round(lost),
      written_to_received: round(recording.written / recording.received),
      bytes_written_ratio: round(recording.written / bytes),
      mb_per_s: round(bytes / 1e6 / seconds),
    }
    console.table(figures)
    console.log(JSON.stringify(figures))
  } finally {
    cameras.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
}

async function ask(reader: ChildProcess): Promise<Reading> {
  reader.send('tell')
  const [reading] = (await once(reader, 'message')) as [Reading]
  return reading
}

/** The media that lie there: the index is what comes on top. */
function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mp4'))
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** Of the camera that lost most: from its last whole picture to the kill, s. */
async function lostAfter(folder: string, killedMs: number, count: number): Promise<number> {
  const recorder = await Recorder.open({ folder, limits: { bytes: 100e9, days: 7 }, log: quiet })
  const lasts = Array.from({ length: count }, (_, index) => {
    const found = recorder.find({ sn: `SLBENCH${index}`, chlIndex: 0 }, killedMs - 3_600_000, killedMs + 60_000)
    return Math.max(0, ...found.map(({ untilMs }) => untilMs))
  })
  await recorder.close()
  return (killedMs - Math.min(...lasts)) / 1000
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
