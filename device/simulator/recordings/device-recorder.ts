import { join } from 'node:path'
import type { RecordingChoice, RecordingKeep, RecordingMode, RecordingPlan, RecordingSettings } from '#contract/device-settings.ts'
import { emptyPlan, modeAt } from '#device/recorder/record-plan.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { ClipLoop } from '../clip-loop.ts'
import type { Paced } from '../pacer.ts'
import type { DeviceState } from '../state/device-state.ts'
import type { Happening } from '../happening.ts'
import { happeningsIn } from './happenings-in.ts'
import { VolumeStore, type Interval } from './volume-store.ts'

const WRITE_EVERY_MS = 60_000
/** A device that is seen for the first time was mounted weeks ago: it has recorded for so long at most. */
const PAST_MS = 31 * 24 * 60 * 60_000
/** Of a camera without disk and card: what its own memory holds. */
const BUILT_IN = 'built-in'
const BUILT_IN_BYTES = 4e9
const CARD = 'sd'
/** What is kept around a happening, where that is all that is kept. */
const AROUND = { beforeMs: 10_000, afterMs: 10_000 }

interface Volume {
  id: string
  totalBytes: number
  emptiedAtMs: number
}

/** By what plan of the week a channel is recorded, and what is kept of it at most. */
interface RecordWay {
  plan?: RecordingPlan | undefined
  keep?: RecordingKeep | undefined
}
const MINUTE_MS = 60_000

interface RecorderOptions {
  /** The folder of this device's recordings. */
  folder: string
  state: DeviceState
  /** The large stream of each channel. */
  loops: readonly ClipLoop[]
  nowMs: number
  /** By whose clocks plans go. */
  timeZone?: () => string
  /** Whether a camera tells of what its clip shows. */
  isTold?: (chlIndex: number, happening: Happening) => boolean
}

/** Records what the channels of a simulated device show, on its disks or its memory card, while it runs: each when it is told to. */
export class DeviceRecorder implements Paced {
  dueMs: number
  readonly loops: readonly ClipLoop[]
  readonly #volumes: { id: string; store: VolumeStore }[]
  /** When each channel is recorded. */
  readonly modes: RecordingChoice[]
  readonly ways: Record<string, RecordWay>
  readonly #timeZone: () => string
  readonly #isTold: (chlIndex: number, happening: Happening) => boolean
  /** Up to when each channel is recorded. */
  readonly #untilMs: number[]

  constructor({ folder, state, loops, nowMs, timeZone = () => 'UTC', isTold = () => true }: RecorderOptions) {
    this.loops = loops
    this.#timeZone = timeZone
    this.#isTold = isTold
    this.ways = { ...state.recordWays }
    this.#volumes = volumesOf(state).map((volume) => ({
      id: volume.id,
      store: new VolumeStore(join(folder, volume.id), volume.totalBytes),
    }))
    this.#untilMs = loops.map(() => nowMs)
    this.modes = loops.map((_, chlIndex) => state.recording?.[chlIndex] ?? 'continuous')
    this.dueMs = nowMs + WRITE_EVERY_MS
    for (const { id, emptiedAtMs } of volumesOf(state)) {
      const isNew = this.#storeOf(id)?.isEmpty === true
      if (isNew) this.#recordPast(id, { startMs: Math.max(emptiedAtMs, nowMs - PAST_MS), endMs: nowMs })
    }
    this.flush()
  }

  run(nowMs: number): void {
    if (nowMs < this.dueMs && this.dueMs - nowMs <= WRITE_EVERY_MS) return
    this.dueMs = nowMs + WRITE_EVERY_MS
    this.#catchUp(nowMs)
    this.#tidy(nowMs)
    this.flush()
  }

  /** Records a channel in another way from now on. */
  setMode(chlIndex: number, mode: RecordingChoice, nowMs: number, { plan, keep }: RecordWay = {}): void {
    this.#catchUp(nowMs)
    this.modes[chlIndex] = mode
    const before = this.ways[chlIndex]
    this.ways[chlIndex] = { plan: plan ?? before?.plan, keep: keep ?? before?.keep }
    this.#untilMs[chlIndex] = nowMs
    this.#tidy(nowMs)
  }

  settings(): RecordingSettings {
    this.#catchUp(Date.now())
    const channels = this.modes.map((mode, chlIndex) => {
      const { plan = emptyPlan, keep = { days: null, gigabytes: null } } = this.ways[chlIndex] ?? {}
      return { chlIndex, mode, plan, keep, kept: this.#volumeOf(chlIndex)?.store.kept(chlIndex) }
    })
    return { channels, timeZone: this.#timeZone() }
  }

  /** The parts of this time that are recorded of a channel. */
  find(chlIndex: number, time: Interval): Interval[] {
    this.#catchUp(Date.now())
    return this.#volumeOf(chlIndex)?.store.find(chlIndex, time) ?? []
  }

  /** Formats a disk or the card; it records again from this moment on. */
  empty(id: string, resumeMs: number): void {
    this.#storeOf(id)?.empty()
    for (const chlIndex of this.loops.keys()) if (this.#volumeOf(chlIndex)?.id === id) this.#untilMs[chlIndex] = resumeMs
  }

  flush(): void {
    for (const { store } of this.#volumes) store.flush()
  }

  /** Takes away what is kept for too long, or too much of. */
  #tidy(nowMs: number): void {
    for (const [chlIndex, { keep }] of Object.entries(this.ways)) {
      if (keep === undefined) continue
      const beforeMs = keep.days === null ? 0 : nowMs - keep.days * DAY_MS
      const mostBytes = keep.gigabytes === null ? Number.POSITIVE_INFINITY : keep.gigabytes * 1e9
      this.#volumeOf(Number(chlIndex))?.store.trim(Number(chlIndex), beforeMs, mostBytes)
    }
  }

  #catchUp(nowMs: number): void {
    for (const [chlIndex, loop] of this.loops.entries()) {
      const startMs = this.#untilMs[chlIndex] ?? nowMs
      // What is seen in the next seconds begins with these.
      const endMs = this.#isAroundEvents(chlIndex, startMs) || this.#isAroundEvents(chlIndex, nowMs) ? nowMs - AROUND.beforeMs : nowMs
      if (startMs >= endMs) continue
      this.#untilMs[chlIndex] = endMs
      for (const time of this.#wantedOf(chlIndex, loop, { startMs, endMs }))
        this.#volumeOf(chlIndex)?.store.record(chlIndex, time, bytesPerSecond(loop))
    }
  }

  /** The parts of this time that are to be recorded, in order. */
  *#wantedOf(chlIndex: number, loop: ClipLoop, time: Interval): Generator<Interval> {
    for (const { mode, ...part } of this.#ruled(chlIndex, time)) {
      if (mode === 'continuous') yield part
      if (mode === 'events') yield* this.#aroundEvents(chlIndex, loop, part)
    }
  }

  #isAroundEvents(chlIndex: number, atMs: number): boolean {
    const { plan = emptyPlan } = this.ways[chlIndex] ?? {}
    return modeAt(this.modes[chlIndex] ?? 'continuous', plan, atMs, this.#timeZone()) === 'events'
  }

  /** The parts of this time with how each is recorded: a plan changes with the minute. */
  *#ruled(chlIndex: number, { startMs, endMs }: Interval): Generator<Interval & { mode: RecordingMode }> {
    const choice = this.modes[chlIndex] ?? 'continuous'
    if (choice !== 'schedule') return yield { startMs, endMs, mode: choice }
    const { plan = emptyPlan } = this.ways[chlIndex] ?? {}
    let part: (Interval & { mode: RecordingMode }) | undefined
    for (let fromMs = startMs; fromMs < endMs; ) {
      const untilMs = Math.min(endMs, (Math.floor(fromMs / MINUTE_MS) + 1) * MINUTE_MS)
      const mode = modeAt(choice, plan, fromMs, this.#timeZone())
      if (part?.mode === mode) part.endMs = untilMs
      else {
        if (part) yield part
        part = { startMs: fromMs, endMs: untilMs, mode }
      }
      fromMs = untilMs
    }
    if (part) yield part
  }

  *#aroundEvents(chlIndex: number, loop: ClipLoop, time: Interval): Generator<Interval> {
    let { startMs } = time
    const isTold = (happening: Happening) => this.#isTold(chlIndex, happening)
    for (const happening of happeningsIn(loop, { startMs, endMs: time.endMs + AROUND.beforeMs }, AROUND, isTold)) {
      const part = { startMs: Math.max(startMs, happening.startMs), endMs: Math.min(time.endMs, happening.endMs) }
      if (part.endMs <= part.startMs) continue
      startMs = part.endMs
      yield part
    }
  }

  #recordPast(id: string, time: Interval): void {
    if (time.startMs >= time.endMs) return
    for (const [chlIndex, loop] of this.loops.entries()) {
      if (this.#volumeOf(chlIndex)?.id === id) this.#storeOf(id)?.recordWhole(chlIndex, time, bytesPerSecond(loop))
    }
  }

  #storeOf(id: string): VolumeStore | undefined {
    return this.#volumes.find((volume) => volume.id === id)?.store
  }

  /** Channels are shared out among the disks. */
  #volumeOf(chlIndex: number): { id: string; store: VolumeStore } | undefined {
    return this.#volumes[chlIndex % this.#volumes.length]
  }
}

function volumesOf({ disks, sd, installedAtMs }: DeviceState): Volume[] {
  if (disks.length > 0) return disks.map(({ diskId, totalBytes, emptiedAtMs }) => ({ id: diskId, totalBytes, emptiedAtMs }))
  if (sd) return [{ id: CARD, totalBytes: sd.totalBytes, emptiedAtMs: sd.emptiedAtMs }]
  return [{ id: BUILT_IN, totalBytes: BUILT_IN_BYTES, emptiedAtMs: installedAtMs }]
}

function bytesPerSecond({ clip: { units, fps } }: ClipLoop): number {
  return (units.reduce((sum, { data }) => sum + data.byteLength, 0) / units.length) * fps
}
