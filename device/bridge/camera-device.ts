import { GATEWAY_PATH, type GatewayChannel } from '#contract/device-gateway.ts'
import { channelStatuses, deviceTypes, type StreamKind } from '#contract/enums.ts'
import type { ChannelSource, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import type { Log } from '#device/agent/log.ts'
import { CameraStream } from './camera-stream.ts'
import { cameraCommands } from './camera-commands.ts'
import type { Camera } from './cameras.ts'

/** A camera of the bridge as a device of the service: one channel, with a main and perhaps a sub stream. */
export class CameraDevice implements ChannelSource {
  readonly camera: Camera
  readonly #streams: Partial<Record<StreamKind, CameraStream>>
  readonly #agent: DeviceAgent

  constructor(camera: Camera, options: { servicePort: number; folder: string; log: Log }) {
    this.camera = camera
    const { log } = options
    const stream = (kind: StreamKind, url: string) =>
      new CameraStream({ url, label: `${camera.sn} ${kind}`, log, onChange: () => this.#agent.setChannels(this.#channels()) })
    this.#streams = { main: stream('main', camera.url), sub: camera.subUrl === undefined ? undefined : stream('sub', camera.subUrl) }
    this.#agent = new DeviceAgent({
      url: `ws://127.0.0.1:${options.servicePort}${GATEWAY_PATH}`,
      description: { sn: camera.sn, devType: deviceTypes.ipc, name: camera.name, model: 'RTSP', version: '1.0.0' },
      securityCode: camera.securityCode,
      channels: this.#channels(),
      source: this,
      commands: cameraCommands(camera, options.folder),
      log,
    })
  }

  /** Resolves when the service has welcomed the device, or a first attempt has failed. */
  async start(): Promise<void> {
    this.#streams.main?.start()
    this.#streams.sub?.start()
    this.#agent.start()
    await this.#agent.firstAttempt
  }

  async stop(): Promise<void> {
    await Promise.all([this.#agent.stop(), this.#streams.main?.stop(), this.#streams.sub?.stop()])
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink): StreamHandle {
    const opened = chlIndex === 0 ? this.#streams[stream]?.open(sink) : undefined
    if (opened !== undefined) return opened
    sink.failed('not-found')
    return { close: () => {} }
  }

  #channels(): GatewayChannel[] {
    const { main, sub } = this.#streams
    return [
      {
        chlIndex: 0,
        name: this.camera.name,
        status: main?.isLive ? channelStatuses.online : channelStatuses.offline,
        supportFun: [],
        streams: [...describe('main', main), ...describe('sub', sub)],
      },
    ]
  }
}

/** Before its first picture nothing is known of a stream but that it is there. */
function describe(stream: StreamKind, source: CameraStream | undefined): GatewayChannel['streams'] {
  return source === undefined ? [] : [{ stream, ...(source.format ?? { codec: '', width: 0, height: 0, fps: 0 }) }]
}
