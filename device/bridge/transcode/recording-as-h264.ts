import { setTimeout as pause } from 'node:timers/promises'
import type { CodecPart } from '#contract/codec-api.ts'
import { videoCodecOf } from '#contract/media.ts'
import type { ChannelRecording, RecordedSound, RecordedUnit, SourceUnit, StreamFormat } from '#device/agent/channel-source.ts'
import { CodecProcess } from '#device/codec/codec-process.ts'
import { NAL, nalType, nalUnits } from '../rtsp/annex-b.ts'
import { parseH264Sps } from '../rtsp/h264-sps.ts'

/** Pictures inside the process: more are not read ahead. */
const MOST_INSIDE = 60
/** A picture is shown so many places later than it was sent, at most; what went in longer ago could not be decoded. */
const MOST_REORDERED = 16
/** A process that is full and gives nothing for so long is stuck. */
const SILENCE_MS = 10_000
/** Recordings that are transcoded side by side; others wait their turn. Each takes what a processor has. */
const MOST_AT_ONCE = 2

/**
 * The same recording in H.264, at most 1920 wide, for whoever decodes nothing else: each picture with its own times, a key frame where the camera
 * had one, and the sound as it is. What is filmed in H.264 comes as it is. Rejects when none of it can be decoded; reading it throws when the
 * process that decodes ends before all is done.
 */
export async function recordingAsH264(recording: ChannelRecording): Promise<ChannelRecording> {
  if (videoCodecOf(recording.format.codec) === 'h264') return recording
  const units = transcoded(recording.units)
  const first = await units.next()
  const shape = first.done === true ? undefined : shapeOf(first.value)
  if (first.done === true || shape === undefined) {
    await units.return()
    throw new Error('None of the pictures could be decoded')
  }
  const close = async () => void (await units.return())
  return { ...recording, format: { ...recording.format, ...shape }, units: behind(first.value, units), close }
}

async function* behind(first: RecordedUnit, rest: AsyncGenerator<RecordedUnit, void>): AsyncGenerator<RecordedUnit> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return()
  }
}

function shapeOf({ data }: RecordedUnit): Pick<StreamFormat, 'codec' | 'width' | 'height'> | undefined {
  for (const nal of nalUnits(data)) {
    const info = nalType(nal) === NAL.sps ? parseH264Sps(nal) : undefined
    if (info !== undefined) return { codec: info.codec, width: info.width, height: info.height }
  }
  return undefined
}

async function* transcoded(units: ChannelRecording['units']): AsyncGenerator<RecordedUnit, void> {
  const leave = await takeTurn()
  try {
    yield* transcodedNow(units)
  } finally {
    // Also where no process could be begun: the next one may have it.
    leave()
  }
}

/** Begins with a picture; sound comes in front of the first one that is later. */
async function* transcodedNow(units: ChannelRecording['units']): AsyncGenerator<RecordedUnit, void> {
  const work = new Work()
  const sounds: RecordedSound[] = []
  const soundsUpTo = (atMs: number) => sounds.splice(0, sounds.findLastIndex(({ captureMs }) => captureMs <= atMs) + 1)
  let hasBegun = false
  function* ready(): Generator<RecordedUnit> {
    for (const picture of work.take()) {
      if (hasBegun) yield* soundsUpTo(picture.captureMs)
      hasBegun = true
      yield picture
    }
  }
  try {
    for await (const unit of units) {
      if ('isSound' in unit) sounds.push(unit)
      else {
        work.push(unit)
        if (work.isFull) await work.progress()
        yield* ready()
      }
    }
    work.end()
    while (!work.isDone) {
      await work.progress()
      yield* ready()
    }
    yield* ready()
    if (hasBegun) yield* sounds
  } finally {
    work.close()
  }
}

/** The pictures of one recording inside the process that decodes and encodes. */
class Work {
  readonly #codec = new CodecProcess({ job: 'transcode' }, { onPart: (part) => this.#take(part), onEnd: (message) => this.#ended(message) })
  readonly #inside = new Map<number, Omit<SourceUnit, 'data' | 'isKey'>>()
  readonly #done: SourceUnit[] = []
  #next = 0
  #lastPtsUs = -Infinity
  #end: { fault: string | undefined } | undefined
  #wake = () => {}

  get isFull(): boolean {
    return this.#inside.size >= MOST_INSIDE && this.#done.length === 0
  }

  get isDone(): boolean {
    return this.#end !== undefined
  }

  push({ data, isKey, ...times }: SourceUnit): void {
    const number = this.#next++
    this.#inside.set(number, times)
    this.#codec.push({ number, isKey, data })
  }

  /** No more pictures come. */
  end(): void {
    this.#codec.end()
  }

  /** Resolves when something has been done. Rejects when the process has failed. */
  async progress(): Promise<void> {
    const patience = new AbortController()
    const isLate = pause(SILENCE_MS, true, { signal: patience.signal }).catch(() => false)
    while (this.#done.length === 0 && this.#end === undefined) {
      const woken = new Promise<false>((resolve) => (this.#wake = () => resolve(false)))
      if (await Promise.race([woken, isLate])) throw new Error('The codec gives nothing')
    }
    patience.abort()
    if (this.#end?.fault !== undefined) throw new Error(`The codec ${this.#end.fault}`)
  }

  /** What is done, in the order in which it is shown. */
  take(): SourceUnit[] {
    return this.#done.splice(0)
  }

  close(): void {
    this.#codec.close()
  }

  #take({ number, isKey, data }: CodecPart): void {
    const times = this.#inside.get(number)
    if (times === undefined) return
    this.#inside.delete(number)
    for (const older of this.#inside.keys()) if (older < number - MOST_REORDERED) this.#inside.delete(older)
    // A picture that shows another one's time again must not stand still.
    this.#lastPtsUs = Math.max(times.ptsUs, this.#lastPtsUs + 1)
    this.#done.push({ ...times, ptsUs: this.#lastPtsUs, isKey, data })
    this.#wake()
  }

  #ended(message: string): void {
    this.#end = { fault: message.startsWith('ended with 0') ? undefined : message }
    this.#wake()
  }
}

const turns = { taken: 0, waiting: new Set<() => void>() }

/** Resolves when it is one's turn, with what ends it. */
async function takeTurn(): Promise<() => void> {
  if (turns.taken >= MOST_AT_ONCE) await new Promise<void>((resolve) => turns.waiting.add(resolve))
  else turns.taken++
  return () => {
    const [next] = turns.waiting
    if (next === undefined) turns.taken--
    // The turn goes on to whoever waits longest.
    else if (turns.waiting.delete(next)) next()
  }
}
