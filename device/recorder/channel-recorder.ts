import type { RecordingMode, RecordingSettings } from '#contract/device-settings.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type { ChannelRecording, StreamSink, WantedPast } from '#device/agent/channel-source.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import { recordTypeOf } from '#contract/record-type-of.ts'
import { emptyPlan, modeAt, zoneHere, type RecordChoice } from './record-plan.ts'
import { recordCommands, recordingSettings } from './record-commands.ts'
import type { Channel } from './record-index.ts'
import type { OtherPast } from './other-past.ts'
import { recordedClip, TOGETHER_MS } from './recorded-clip.ts'
import type { Recorder } from './recorder.ts'
import { AFTERGLOW_MS, LEAD_MS, StreamRecorder } from './stream-recorder.ts'

/** The past of one channel: writes what its streams show, and answers those who ask for it. */
export class ChannelRecorder {
  readonly commands: CommandHandlers
  readonly #recorder: Recorder
  readonly #channel: Channel
  readonly #other: () => OtherPast | undefined
  #choice: RecordChoice
  readonly #streams = new Map<StreamKind, StreamRecorder>()

  /** `other`: who is asked for what is not recorded here. */
  constructor(recorder: Recorder, channel: Channel, choice: RecordChoice, other: () => OtherPast | undefined = () => undefined) {
    this.#recorder = recorder
    this.#channel = channel
    this.#choice = choice
    this.#other = other
    recorder.retention.keepOf(channel, choice.keep)
    this.commands = { ...recordCommands(recorder, channel, other), 'record-get': () => this.settings() }
  }

  /** Whether there is a past to be asked for. */
  get isOffered(): boolean {
    return this.#choice.mode !== 'off' || this.#other() !== undefined || this.#recorder.index.has(this.#channel)
  }

  /** When it is recorded, what is kept of it, and how the disk does. */
  settings(): Promise<RecordingSettings> {
    const all = [...this.#streams.keys()]
    const streams = all.length > 1 ? all.filter((stream) => this.#isChosen(stream)) : undefined
    return recordingSettings(this.#recorder, this.#channel, { ...this.#choice, streams })
  }

  /** Records in another way from now on. */
  choose(choice: RecordChoice): void {
    this.#choice = choice
    this.#recorder.retention.keepOf(this.#channel, choice.keep)
    this.#recorder.tidy()
    const nowMs = Date.now()
    for (const [stream, recorder] of this.#streams) recorder.setMode(this.#modeOf(stream, nowMs))
  }

  /** What a stream is to be opened with to be recorded, now or when it is chosen. */
  sinkOf(stream: StreamKind): StreamSink {
    const recorder = new StreamRecorder({
      mode: this.#modeOf(stream, Date.now()),
      store: this.#recorder.storeOf(this.#channel, stream),
    })
    this.#streams.set(stream, recorder)
    return {
      opened: (format) => recorder.opened(format),
      failed: () => recorder.failed(),
      sound: (unit) => recorder.sound(unit),
      unit: (unit) => {
        // A plan holds by the time of the pictures, from the next key frame on.
        if (unit.isKey && this.#choice.mode === 'schedule') recorder.setMode(this.#modeOf(stream, unit.captureMs))
        recorder.unit(unit)
      },
    }
  }

  #isChosen(stream: StreamKind): boolean {
    return this.#choice.streams?.includes(stream) !== false
  }

  #modeOf(stream: StreamKind, atMs: number): RecordingMode {
    const { mode, plan = emptyPlan } = this.#choice
    return this.#isChosen(stream) ? modeAt(mode, plan, atMs, zoneHere()) : 'off'
  }

  /** The camera saw something at this time (epoch ms). */
  saw(kind: EventKind, atMs: number): void {
    const { mode, plan = emptyPlan } = this.#choice
    if (modeAt(mode, plan, atMs, zoneHere()) === 'off') return
    const type = recordTypeOf[kind]
    this.#recorder.mark(this.#channel, { type, fromMs: atMs - LEAD_MS, untilMs: atMs + AFTERGLOW_MS })
    for (const stream of this.#streams.values()) stream.happened(type)
  }

  async recording(wanted: WantedPast): Promise<ChannelRecording | ClipFault> {
    const { startMs, endMs } = wanted
    const ownMs = this.#recorder.find(this.#channel, startMs, endMs)[0]?.fromMs ?? endMs
    const other = ownMs - startMs > TOGETHER_MS || ownMs === endMs ? this.#other() : undefined
    const untilMs = Math.min(endMs, Math.floor(ownMs))
    const elsewhere = await other?.recording({ ...wanted, endMs: untilMs })
    if (elsewhere === undefined || elsewhere === 'no-recording') return recordedClip(this.#recorder, this.#channel, wanted)
    // From there on there is what is recorded here.
    return typeof elsewhere === 'string' || untilMs === endMs ? elsewhere : { ...elsewhere, changedAtMs: () => untilMs }
  }

  /** Resolves when all that came is on the disk. */
  async stop(): Promise<void> {
    await Promise.all([...this.#streams.values()].map((stream) => stream.stop()))
  }
}
