import { readFileSync } from 'node:fs'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { channelStatuses, deviceTypes } from '#contract/enums.ts'
import type { ChannelSource, ChannelRecording, SourceUnit, StreamHandle } from '#device/agent/channel-source.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { nalUnits } from '#device/bridge/rtsp/annex-b.ts'
import { codecOf, splitAccessUnits, type Clip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { loadClip } from './clip.ts'
import { keptAgentKey } from './kept-agent-key.ts'

/** The clip whose every picture shows its own number. */
export function counterClip(): Clip {
  const stream = readFileSync(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
  const units = splitAccessUnits(stream)
  const shape = { scene: 'gate', stream: 'main', width: 640, height: 360, fps: 15, keyFrameInterval: 15, happenings: [] } as const
  return { ...shape, happenings: [], codec: codecOf(stream), frames: units.length, units }
}

/** The same with one group of pictures of which no decoder makes anything; `from` and `to`: its first picture, and the first behind it. */
export function damagedCounterClip(): { clip: Clip; from: number; to: number } {
  const clip = counterClip()
  const keys = clip.units.flatMap(({ isKey }, index) => (isKey ? [index] : []))
  const [from = 0, to = 0] = keys.slice(keys.length >> 1)
  const units = clip.units.map((unit, index) => (index < from || index >= to ? unit : { ...unit, data: withoutSlices(unit.data) }))
  return { clip: { ...clip, units }, from, to }
}

/** Parameters stay what they are, so that it still looks like a picture. */
function withoutSlices(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const SLICES = [1, 5]
  const damaged = new Uint8Array(data)
  for (const unit of nalUnits(damaged)) if (SLICES.includes((unit[0] ?? 0) & 31)) unit.fill(0xff, 1)
  return damaged
}

/** The same of a camera whose pictures are larger, and come faster. */
export function largeCounterClip(): Clip {
  const stream = readFileSync(new URL('../fixtures/counter-1280x720-25.h264', import.meta.url))
  const units = splitAccessUnits(stream)
  const shape = { scene: 'gate', stream: 'main', width: 1280, height: 720, fps: 25, keyFrameInterval: 50 } as const
  return { ...shape, happenings: [], codec: codecOf(stream), frames: units.length, units }
}

/** The same pictures in H.265. */
export function h265CounterClip(): Clip {
  const { pictures } = loadClip(new URL('../fixtures/counter-640x360-15.h265', import.meta.url))
  const units = pictures.map(({ unit, isKey }) => ({ data: unit, isKey }))
  return { ...counterClip(), codec: 'hev1.1.6.L63.90', frames: units.length, units }
}

/** A camera whose past never ends. */
export class EndlessSource implements ChannelSource {
  /** How many units were sent. */
  sent = 0
  #seen = 0

  open(): StreamHandle {
    return { close: () => {} }
  }

  recording(): ChannelRecording {
    const { codec, width, height, fps, units } = counterClip()
    return { format: { codec, width, height, fps }, units: this.#unitsOf(units[0]?.data ?? new Uint8Array(1)) }
  }

  /** Whether more was sent since the last time this was asked. */
  isSending(): boolean {
    const isMore = this.sent > this.#seen
    this.#seen = this.sent
    return isMore
  }

  *#unitsOf(data: Uint8Array): Generator<SourceUnit> {
    for (;;) {
      this.sent += 1
      yield { isKey: true, isPreroll: false, ptsUs: this.sent, captureMs: this.sent, data: data.subarray(0, 100) }
    }
  }
}

/** Connects a simulated device with one camera that recorded its last 24 hours. To be stopped by the test. */
export async function connectRecordingCamera(
  serviceUrl: string,
  { sn, securityCode }: { sn: string; securityCode: string },
  source?: ChannelSource,
) {
  const loop = new ClipLoop(counterClip(), 0)
  const supportFun = [RECORDINGS_FUNCTION]
  const { codec, width, height, fps } = loop.clip
  const agent = new DeviceAgent({
    url: serviceUrl.replace('http', 'ws') + GATEWAY_PATH,
    description: { sn, devType: deviceTypes.ipc, name: `Camera ${sn}`, model: 'T-1', version: '1.0' },
    securityCode,
    key: await keptAgentKey({ sn, securityCode }),
    channels: [
      {
        chlIndex: 0,
        name: 'Counter',
        status: channelStatuses.online,
        supportFun,
        streams: [{ stream: 'main', codec, width, height, fps }],
      },
    ],
    source: source ?? new SimulatedSource([{ main: loop, sub: loop }], new Pacer()),
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
  return { agent, loop }
}
