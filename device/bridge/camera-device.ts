import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { GATEWAY_PATH, type GatewayChannel } from '#contract/device-gateway.ts'
import type { RecordingSettings } from '#contract/device-settings.ts'
import { channelStatuses, deviceTypes, type ClipFault, type StreamKind } from '#contract/enums.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import type {
  ChannelRecording,
  ChannelSource,
  StreamHandle,
  StreamSink,
  TalkHandle,
  TalkSink,
  WantedPast,
} from '#device/agent/channel-source.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import { ChannelRecorder } from '#device/recorder/channel-recorder.ts'
import type { RecordChoice } from '#device/recorder/record-plan.ts'
import type { Recorder } from '#device/recorder/recorder.ts'
import { INTERCOM_FUNCTION } from '#contract/sound.ts'
import type { Log } from '#shared/log.ts'
import { CameraTalks } from './camera-talks.ts'
import { CameraStream } from './camera-stream.ts'
import { H264Stream } from './transcode/h264-stream.ts'
import { recordingAsH264 } from './transcode/recording-as-h264.ts'
import { cameraCommands } from './camera-commands.ts'
import { moveCamera, readCameras, writeCameras, type Camera, type OnvifCamera } from './cameras.ts'
import { OnvifLink } from './onvif/onvif-link.ts'

/** A camera of the bridge as a device of the service: one channel, with a main and perhaps a sub stream. */
export class CameraDevice implements ChannelSource {
  #camera: Camera
  readonly #streams: Partial<Record<StreamKind, CameraStream>>
  readonly #h264Streams: Partial<Record<StreamKind, H264Stream>>
  readonly #talks: CameraTalks
  readonly #onvif: OnvifLink | undefined
  readonly #past: ChannelRecorder
  readonly #agent: DeviceAgent

  constructor(camera: Camera, options: { servicePort: number; folder: string; only: string | undefined; recorder: Recorder; log: Log }) {
    this.#camera = camera
    const { log, folder, only, recorder } = options
    const { sn, onvif, url, subUrl, certificate, subCertificate } = camera
    const onChange = () => this.#agent.setChannels(this.#channels())
    const talks = new CameraTalks({ url, certificate, label: sn, log, onChange })
    this.#talks = talks
    const common = { log, onChange }
    const main = new CameraStream({ ...common, url, certificate, label: `${sn} main`, onLive: () => talks.look() })
    const sub =
      subUrl === undefined ? undefined : new CameraStream({ ...common, url: subUrl, certificate: subCertificate, label: `${sn} sub` })
    this.#onvif =
      onvif &&
      new OnvifLink({
        onvif,
        sn,
        certificate,
        folder,
        only,
        log,
        onChange,
        onWork: (activity, progress) => this.#agent.reportWork({ kind: 'activity', activity, progress }),
        onOther: (now) => becomeOther(folder, sn, now),
        onMoved: (host) => moveCamera(folder, sn, host),
        // The service asks whoever comes.
        onTried: () => this.#agent.goAway(0),
        report: (event) => this.#report(event),
      })
    this.#past = new ChannelRecorder(recorder, { sn, chlIndex: 0 }, choiceOf(camera), () => this.#onvif?.past)
    this.#streams = { main, sub }
    const inH264 = (source?: CameraStream) => source && new H264Stream({ open: (sink) => source.open(sink), label: source.label, log })
    this.#h264Streams = { main: inH264(this.#streams.main), sub: inH264(this.#streams.sub) }
    this.#agent = new DeviceAgent({
      url: `ws://127.0.0.1:${options.servicePort}${GATEWAY_PATH}`,
      description: { sn, devType: deviceTypes.ipc, name: camera.name, model: onvif?.model ?? 'RTSP', version: onvif?.version ?? '1.0.0' },
      securityCode: camera.securityCode,
      bindingKey: bindingKeyFile(folder, sn),
      channels: this.#channels(),
      source: this,
      commands: {
        ...cameraCommands(camera, folder, (choice) => this.#record(choice), this.#onvif),
        ...this.#past.commands,
        ...this.#onvif?.commands,
      },
      log,
    })
  }

  /** Resolves when the service has welcomed the device, or a first attempt has failed. */
  async start(): Promise<void> {
    for (const [kind, stream] of [
      ['main', this.#streams.main],
      ['sub', this.#streams.sub],
    ] as const) {
      stream?.record(this.#past.sinkOf(kind))
      stream?.start()
    }
    this.#onvif?.start()
    this.#agent.start()
    await this.#agent.firstAttempt
  }

  /** Becomes what the list says that the camera is, where that can be done as it runs. False: it has to begin anew, or to go. */
  becomes(wanted: Camera | undefined): boolean {
    if (wanted === undefined || JSON.stringify(withoutChoice(this.#camera)) !== JSON.stringify(withoutChoice(wanted))) return false
    if (JSON.stringify(choiceOf(this.#camera)) !== JSON.stringify(choiceOf(wanted))) void this.#record(choiceOf(wanted))
    return true
  }

  async stop(): Promise<void> {
    await Promise.all([this.#agent.stop(), this.#streams.main?.stop(), this.#streams.sub?.stop(), this.#onvif?.stop(), this.#talks.stop()])
    await this.#past.stop()
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink, asH264 = false): StreamHandle {
    const opened = chlIndex !== 0 ? undefined : asH264 ? this.#h264Streams[stream]?.join(sink) : this.#streams[stream]?.open(sink)
    if (opened !== undefined) return opened
    sink.failed('not-found')
    return { close: () => {} }
  }

  talk(chlIndex: number, sink: TalkSink): TalkHandle {
    if (chlIndex === 0) return this.#talks.open(sink)
    sink.failed('not-found')
    return { sound: () => {}, close: () => {} }
  }

  async recording(chlIndex: number, wanted: WantedPast): Promise<ChannelRecording | ClipFault> {
    if (chlIndex !== 0) return 'not-found'
    const recording = await this.#past.recording(wanted)
    return wanted.asH264 !== true || typeof recording === 'string' ? recording : recordingAsH264(recording)
  }

  #record({ mode, streams, plan, keep }: RecordChoice): Promise<RecordingSettings> {
    const { recordStreams, recordPlan, recordKeep } = this.#camera
    const chosen = { recordStreams: streams ? [...streams] : recordStreams, recordPlan: plan ?? recordPlan, recordKeep: keep ?? recordKeep }
    this.#camera = { ...this.#camera, record: mode, ...chosen }
    this.#past.choose(choiceOf(this.#camera))
    this.#agent.setChannels(this.#channels())
    return this.#past.settings()
  }

  #report(event: DeviceEvent): void {
    this.#past.saw(event.event, event.atMs)
    this.#agent.report(event)
  }

  #channels(): GatewayChannel[] {
    const { main, sub } = this.#streams
    return [
      {
        chlIndex: 0,
        name: this.#camera.name,
        status: main?.isSending && this.#onvif?.hasSignal !== false ? channelStatuses.online : channelStatuses.offline,
        supportFun: [
          ...(this.#past.isOffered ? [RECORDINGS_FUNCTION] : []),
          ...(this.#onvif?.functions ?? []),
          ...(this.#talks.isOffered ? [INTERCOM_FUNCTION] : []),
        ],
        streams: [...describe('main', main), ...describe('sub', sub)],
      },
    ]
  }
}

function choiceOf({ record = 'continuous', recordStreams, recordPlan, recordKeep }: Camera): RecordChoice {
  return { mode: record, streams: recordStreams, plan: recordPlan, keep: recordKeep }
}

/** Writes down what the camera says that it is now; the bridge, which follows the list, has it begin anew as that. */
function becomeOther(folder: string, sn: string, now: Partial<OnvifCamera>): void {
  const cameras = readCameras(folder).map((one) => (one.sn === sn && one.onvif ? { ...one, onvif: { ...one.onvif, ...now } } : one))
  writeCameras(folder, cameras)
}

/** All that a camera is but for when it is recorded, which changes as it runs. */
function withoutChoice({ record: _mode, recordStreams: _streams, recordPlan: _plan, recordKeep: _keep, ...rest }: Camera): Partial<Camera> {
  return rest
}

/** Before its first picture nothing is known of a stream but that it is there. */
function describe(stream: StreamKind, source: CameraStream | undefined): GatewayChannel['streams'] {
  const { codec, width, height, fps } = source?.format ?? { codec: '', width: 0, height: 0, fps: 0 }
  return source === undefined ? [] : [{ stream, codec, width, height, fps }]
}
