import type { RecordingMode, RecordingSettings } from '#contract/device-settings.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type { ChannelRecording, StreamSink, WantedPast } from '#device/agent/channel-source.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import { recordTypeOf } from '#contract/record-type-of.ts'
import { recordCommands, recordingSettings } from './record-commands.ts'
import type { Channel } from './record-index.ts'
import { recordedClip } from './recorded-clip.ts'
import type { Recorder } from './recorder.ts'
import { AFTERGLOW_MS, LEAD_MS, StreamRecorder } from './stream-recorder.ts'

/** The past of one channel: writes what its streams show, and answers those who ask for it. */
export class ChannelRecorder {
  readonly commands: CommandHandlers
  readonly #recorder: Recorder
  readonly #channel: Channel
  #mode: RecordingMode
  readonly #streams: StreamRecorder[] = []

  constructor(recorder: Recorder, channel: Channel, mode: RecordingMode) {
    this.#recorder = recorder
    this.#channel = channel
    this.#mode = mode
    this.commands = { ...recordCommands(recorder, channel), 'record-get': () => this.settings() }
  }

  /** Whether there is a past to be asked for. */
  get isOffered(): boolean {
    return this.#mode !== 'off' || this.#recorder.index.has(this.#channel)
  }

  /** When it is recorded, what is kept of it, and how the disk does. */
  settings(): Promise<RecordingSettings> {
    return recordingSettings(this.#recorder, this.#channel, this.#mode)
  }

  /** Records in another way from now on. */
  setMode(mode: RecordingMode): void {
    this.#mode = mode
    for (const stream of this.#streams) stream.setMode(mode)
  }

  /** What a stream is to be opened with to be recorded, now or when the mode says so. */
  sinkOf(stream: StreamKind): StreamSink {
    const recorder = new StreamRecorder({ mode: this.#mode, store: this.#recorder.storeOf(this.#channel, stream) })
    this.#streams.push(recorder)
    return recorder
  }

  /** The camera saw something at this time (epoch ms). */
  saw(kind: EventKind, atMs: number): void {
    if (this.#mode === 'off') return
    const type = recordTypeOf[kind]
    this.#recorder.mark(this.#channel, { type, fromMs: atMs - LEAD_MS, untilMs: atMs + AFTERGLOW_MS })
    for (const stream of this.#streams) stream.happened(type)
  }

  recording(wanted: WantedPast): Promise<ChannelRecording | ClipFault> {
    return recordedClip(this.#recorder, this.#channel, wanted)
  }

  /** Resolves when all that came is on the disk. */
  async stop(): Promise<void> {
    await Promise.all(this.#streams.map((stream) => stream.stop()))
  }
}
