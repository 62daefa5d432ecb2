import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SoundFormat } from '#contract/sound.ts'
import type { RecordedSound, SourceUnit, StreamSink, WantedPast } from '#device/agent/channel-source.ts'
import { ChannelRecorder } from '#device/recorder/channel-recorder.ts'
import { Recorder } from '#device/recorder/recorder.ts'
import { realDisk, type RecordDisk } from '#device/recorder/segment-file.ts'
import type { RecordingMode } from '#contract/device-settings.ts'
import { nalUnits } from '#device/bridge/rtsp/annex-b.ts'
import { loadClip, type Clip } from './clip.ts'

const FPS = 15
export const PICTURE_MS = 1000 / FPS
/** Of the tests' cameras: a time of day long ago. */
export const NOON_MS = Date.parse('2026-03-01T12:00:00Z')

const clips = new Map<string, Clip>()
export function countingClip(codec: 'h264' | 'h265' = 'h264'): Clip {
  const clip = clips.get(codec) ?? loadClip(new URL(`../fixtures/counter-640x360-15.${codec}`, import.meta.url))
  clips.set(codec, clip)
  return clip
}

interface StandOptions {
  folder?: string
  bytes?: number
  /** Long enough for recordings of any time. */
  days?: number
  disk?: RecordDisk
  now?: () => number
}

/** A real disk that can be made to take its time: each write then waits until it goes on. */
export function slowDisk(): { disk: RecordDisk; stall: () => void; goOn: () => void } {
  let going = Promise.resolve()
  let goOn = () => {}
  const create: RecordDisk['create'] = async (path) => {
    const file = await realDisk.create(path)
    const write = async (bytes: Uint8Array, at: number) => {
      await going
      return file.write(bytes, at)
    }
    return {
      write: write as typeof file.write,
      truncate: (to) => file.truncate(to),
      datasync: () => file.datasync(),
      close: () => file.close(),
    }
  }
  const stall = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    going = promise
    goOn = resolve
  }
  return { disk: { create }, stall, goOn: () => goOn() }
}

/** A recorder with a folder of its own, and the log of what it told. */
export async function recorderStand({ folder, bytes = 1e9, days = 36_500, disk, now }: StandOptions = {}) {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'sightline-recorder-')))
  const told: string[] = []
  const log = (level: string, message: string) => void told.push(`${level}: ${message}`)
  const recorder = await Recorder.open({ folder: place, limits: { bytes, days }, log, ...(disk && { disk }), ...(now && { now }) })
  return { recorder, folder: place, told, channel: (sn: string, mode: RecordingMode = 'continuous') => countingChannel(recorder, sn, mode) }
}

/** A channel whose camera counts: each picture is another one, and is known again by its bytes. */
function countingChannel(recorder: Recorder, sn: string, mode: RecordingMode) {
  const channel = new ChannelRecorder(recorder, { sn, chlIndex: 0 }, { mode })
  const sinks = { main: channel.sinkOf('main'), sub: channel.sinkOf('sub') }
  return { channel, sinks, camera: new CountingCamera(sinks.main) }
}

/** Films the clip as fast as it is told to, by a clock of its own. */
export class CountingCamera {
  readonly #sink: StreamSink | undefined
  readonly #clip: Clip
  /** The number of the next picture. */
  next = 0
  /** By how much its clock was set. */
  #setMs = 0

  constructor(sink: StreamSink | undefined, codec: 'h264' | 'h265' = 'h264') {
    this.#sink = sink
    this.#clip = countingClip(codec)
  }

  /** What its clock shows, epoch ms. */
  get nowMs(): number {
    return NOON_MS + this.next * PICTURE_MS + this.#setMs
  }

  set nowMs(shownMs: number) {
    this.#setMs += shownMs - this.nowMs
  }

  open(sound?: SoundFormat): void {
    const codec = this.#clip.codec === 'H264' ? 'avc1.42c01e' : 'hev1.1.6.L63.90'
    this.#sink?.opened({ codec, width: 640, height: 360, fps: FPS, ...(sound && { sound }) })
  }

  /** Pictures go out with times that rise steadily from 1970 on, whatever the clock does. */
  film(count: number, between: (unit: SourceUnit) => void = () => {}): void {
    const { pictures } = this.#clip
    for (const endAt = this.next + count; this.next < endAt; this.next += 1) {
      const picture = pictures[this.next % pictures.length]
      if (picture === undefined) throw new Error('a clip without pictures')
      const ptsUs = NOON_MS * 1000 + Math.round(this.next * PICTURE_MS * 1000)
      const unit = { isKey: picture.isKey, isPreroll: false, ptsUs, captureMs: this.nowMs, data: picture.unit }
      this.#sink?.unit(unit)
      between(unit)
    }
  }
}

const numbers = new Map<string, number>()
/** Which picture of the clip this is, by its slice: what stands in front of that may come and go on its way. */
export function numberOf(data: Uint8Array): number | undefined {
  const sliceOf = (unit: Uint8Array) => Buffer.from([...nalUnits(unit)].at(-1) ?? []).toString('latin1')
  if (numbers.size === 0) {
    for (const codec of ['h264', 'h265'] as const) {
      for (const [number, { unit }] of countingClip(codec).pictures.entries()) numbers.set(sliceOf(unit), number)
    }
  }
  return numbers.get(sliceOf(data))
}

/** The numbers of the pictures that a clip of this time shows, and how many come before them for decoding alone. */
export async function shown(channel: ChannelRecorder, startMs: number, endMs: number, changes: Partial<WantedPast> = {}) {
  const wanted = { stream: 'main' as const, startMs, endMs, isKeysOnly: false, hasSound: false, ...changes }
  const recording = await channel.recording(wanted)
  if (typeof recording === 'string') return recording
  const units: SourceUnit[] = []
  const sound: RecordedSound[] = []
  for await (const unit of recording.units) {
    if ('isSound' in unit) sound.push(unit)
    else units.push(unit)
  }
  const visible = units.filter(({ isPreroll }) => !isPreroll)
  return {
    format: recording.format,
    changedAtMs: recording.changedAtMs?.(),
    numbers: visible.map(({ data }) => numberOf(data)),
    prerolls: units.length - visible.length,
    startsAtKey: units[0]?.isKey,
    times: visible.map(({ captureMs }) => captureMs),
    isExact: visible.every(
      ({ data }) => Buffer.compare(data, countingClip().pictures[numberOf(data) ?? 0]?.unit ?? data.subarray(1)) === 0,
    ),
    sound,
    isRising: visible.every(({ ptsUs }, index) => index === 0 || ptsUs > (visible[index - 1]?.ptsUs ?? 0)),
  }
}

/** `count` numbers from `from` on, as the clip counts them. */
export function counted(from: number, count: number): number[] {
  const { length } = countingClip().pictures
  return Array.from({ length: count }, (_, index) => (from + index) % length)
}
