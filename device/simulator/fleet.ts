import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import type { GatewayChannel } from '#contract/device-gateway.ts'
import { channelStatuses, type StreamKind } from '#contract/enums.ts'
import { PTZ_FUNCTION } from '#contract/ptz.ts'
import { INTERCOM_FUNCTION } from '#contract/sound.ts'
import type { Log } from '#shared/log.ts'
import type { CastChannel, CastDevice } from './cast.ts'
import { readClip, type Clip } from './clip.ts'
import { ClipLoop } from './clip-loop.ts'
import type { Pacer } from './pacer.ts'
import { clipStreams } from './picture/look.ts'
import { movingFormats, movingStreams } from './ptz/ptz-source.ts'
import type { SimulatedCamera } from './simulated-camera.ts'
import { SimulatedDevice } from './simulated-device.ts'
import { SimulatedSource, type SimulatedChannel } from './simulated-source.ts'
import { ChannelSound } from './sound/channel-sound.ts'
import { sceneSound } from './sound/scene-sound.ts'

interface FleetOptions {
  cast: readonly CastDevice[]
  pacer: Pacer
  dataFolder: string
  /** `ws://…/device-ws` */
  url: string
  /** How long devices try new network settings; a minute unless it says so. */
  trialMs?: number
  log: Log
}

/** All simulated devices, with their cameras in the order of the cast. */
export class Fleet {
  readonly devices: readonly SimulatedDevice[]
  readonly cameras: readonly SimulatedCamera[]
  readonly #clips = new Map<string, Clip>()
  readonly #sounds = new Map<string, Uint8Array>()

  constructor(options: FleetOptions) {
    const parts = options.cast.map((one) => this.#build(one, options))
    this.devices = parts.map(({ device }) => device)
    this.cameras = parts.flatMap(({ cameras }) => cameras)
  }

  #build({ device, model, channels: cast }: CastDevice, { pacer, dataFolder, url, trialMs, log }: FleetOptions) {
    const channels = cast.map((one) => this.#channelOf(one))
    const built = new SimulatedDevice({
      url,
      ...(trialMs !== undefined && { trialMs }),
      device,
      model,
      dataFolder,
      channels: channels.map((streams, chlIndex) => describe(chlIndex, cast[chlIndex] ?? { name: device.name }, streams)),
      loops: channels.map(({ main }) => main),
      looked: channels.map((streams, chlIndex) => ({
        base: cast[chlIndex]?.isPtz ? movingStreams : clipStreams(streams),
        isHeard: streams.sound !== undefined && !cast[chlIndex]?.isPtz,
      })),
      source: new SimulatedSource(channels, pacer),
      ptzChannels: cast.flatMap(({ isPtz }, chlIndex) => (isPtz ? [chlIndex] : [])),
      pacer,
      log,
    })
    pacer.add(built.recorder)
    const cameras = channels.map(({ main }, chlIndex) => ({
      name: cast[chlIndex]?.name ?? device.name,
      device: built,
      chlIndex,
      loop: main,
    }))
    return { device: built, cameras }
  }

  #channelOf(cast: CastChannel): SimulatedChannel {
    const { scene, offsetMs, hasSound, hasIntercom } = cast
    const loop = (stream: StreamKind) => new ClipLoop(this.#clipOf(scene, stream), offsetMs)
    const [main, sub] = [loop('main'), loop('sub')]
    return { main, sub, ...(hasSound && { sound: this.#soundOf(cast, main.clip) }), hasIntercom }
  }

  #clipOf(scene: string, stream: StreamKind): Clip {
    const clip = this.#clips.get(`${scene} ${stream}`) ?? readClip(scene, stream)
    this.#clips.set(`${scene} ${stream}`, clip)
    return clip
  }

  /** To make the sounds of all scenes takes a third of a start, and hardly anybody listens. */
  #soundOf({ scene, offsetMs }: CastChannel, clip: Clip): ChannelSound {
    const sound = () => {
      const made = this.#sounds.get(scene) ?? sceneSound(clip)
      this.#sounds.set(scene, made)
      return made
    }
    return new ChannelSound(sound, offsetMs)
  }
}

function describe(
  chlIndex: number,
  { name, isPtz, hasIntercom }: Pick<CastChannel, 'name' | 'isPtz' | 'hasIntercom'>,
  streams: Record<StreamKind, ClipLoop>,
): GatewayChannel {
  const describeStream = (stream: StreamKind) => {
    const { codec, width, height, fps } = isPtz ? movingFormats[stream] : streams[stream].clip
    return { stream, codec, width, height, fps }
  }
  return {
    chlIndex,
    name,
    status: channelStatuses.online,
    supportFun: [RECORDINGS_FUNCTION, ...(isPtz ? [PTZ_FUNCTION] : []), ...(hasIntercom ? [INTERCOM_FUNCTION] : [])],
    streams: [describeStream('main'), describeStream('sub')],
  }
}
