import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { channelStatuses, deviceTypes, type StreamFault, type StreamKind } from '#contract/enums.ts'
import { Gop } from '#shared/media/gop.ts'
import type { SoundFormat } from '#contract/sound.ts'
import type {
  ChannelSource,
  SourceUnit,
  StreamFormat,
  StreamHandle,
  StreamSink,
  TalkHandle,
  TalkSink,
} from '#device/agent/channel-source.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { keptAgentKey } from './kept-agent-key.ts'
import { SeededRandom } from './seeded-random.ts'

const formats: Record<StreamKind, StreamFormat> = {
  main: { codec: 'avc1.64001f', width: 1280, height: 720, fps: 25 },
  sub: { codec: 'avc1.64001e', width: 640, height: 360, fps: 15 },
}

/** One stream that films when the test says so; its pictures are noise, and each is different. */
class TestStream {
  readonly #random: SeededRandom
  readonly #gop = new Gop<Omit<SourceUnit, 'isPreroll'>>()
  readonly sinks = new Set<StreamSink>()
  readonly format: StreamFormat
  /** Pictures filmed so far. */
  readonly filmed: Omit<SourceUnit, 'isPreroll'>[] = []
  /** How often the stream was opened. */
  openings = 0

  constructor(format: StreamFormat, seed: number) {
    this.format = format
    this.#random = new SeededRandom(seed)
  }

  get watchers(): number {
    return this.sinks.size
  }

  /** `captureMs`: by the clock of the device. */
  film(isKey: boolean, bytes = 500, captureMs = Date.now()): Uint8Array {
    const data = this.#random.bytes(bytes)
    const unit = { isKey, data, ptsUs: (this.filmed.length + 1) * 40_000, captureMs }
    this.filmed.push(unit)
    this.#gop.push(unit)
    for (const sink of this.sinks) sink.unit({ ...unit, isPreroll: false })
    return data
  }

  /** Lets a frame of sound be heard, of the moment of the newest picture. */
  play(data: Uint8Array): void {
    const { ptsUs, captureMs } = this.filmed.at(-1) ?? { ptsUs: 0, captureMs: Date.now() }
    for (const sink of this.sinks) sink.sound({ ptsUs, captureMs, data })
  }

  fail(fault: StreamFault): void {
    for (const sink of this.sinks) sink.failed(fault)
  }

  open(sink: StreamSink): StreamHandle {
    this.openings += 1
    this.sinks.add(sink)
    sink.opened(this.format)
    for (const { unit, isPreroll } of this.#gop.burst()) sink.unit({ ...unit, isPreroll })
    return { close: () => this.sinks.delete(sink) }
  }
}

/** A device of one channel with a main and a sub stream, both in the hand of the test. */
export class TestSource implements ChannelSource {
  readonly main: TestStream
  readonly sub: TestStream
  /** Those who have talked to it, the last at the end. */
  readonly talks: { sink: TalkSink; frames: Uint8Array[]; isOver: boolean }[] = []

  /** `sound`: of its main stream. */
  constructor(sound?: SoundFormat) {
    this.main = new TestStream(sound === undefined ? formats.main : { ...formats.main, sound }, 1)
    this.sub = new TestStream(formats.sub, 2)
  }

  /** The test opens the talk. */
  talk(_chlIndex: number, sink: TalkSink): TalkHandle {
    const talk = { sink, frames: new Array<Uint8Array>(), isOver: false }
    this.talks.push(talk)
    return { sound: ({ data }) => talk.frames.push(new Uint8Array(data)), close: () => (talk.isOver = true) }
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink): StreamHandle {
    if (chlIndex === 0) return this[stream].open(sink)
    sink.failed('not-found')
    return { close: () => {} }
  }
}

const testStreams = (['main', 'sub'] as const).map((stream) => ({ stream, ...formats[stream] }))

/** Connects a device to the service whose pictures the test makes. To be stopped by the test. `now`: its own clock, where that is wrong. */
export async function connectCamera(
  serviceUrl: string,
  device: { sn: string; securityCode: string },
  source = new TestSource(),
  { supportFun = [], now }: { supportFun?: string[]; now?: () => number } = {},
) {
  const agent = new DeviceAgent({
    url: serviceUrl.replace('http', 'ws') + GATEWAY_PATH,
    description: { sn: device.sn, devType: deviceTypes.ipc, name: `Camera ${device.sn}`, model: 'T-1', version: '1.0' },
    securityCode: device.securityCode,
    key: await keptAgentKey(device),
    channels: [{ chlIndex: 0, name: 'Camera', status: channelStatuses.online, supportFun, streams: testStreams }],
    source,
    ...(now && { now }),
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
  return { source, agent }
}
