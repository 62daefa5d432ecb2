import { parseArgs } from 'node:util'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { GATEWAY_PATH, type GatewayChannel } from '#contract/device-gateway.ts'
import { channelStatuses, type StreamKind } from '#contract/enums.ts'
import { PTZ_FUNCTION } from '#contract/ptz.ts'
import { INTERCOM_FUNCTION } from '#contract/sound.ts'
import { createLog } from '#shared/log.ts'
import { dataFolderOf } from '#device/agent/data-folder.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { endWithParent, readSettingsOrExit, reportReady } from '#device/agent/process-life.ts'
import { readClip, type Clip } from './clip.ts'
import { ClipLoop } from './clip-loop.ts'
import { EventReporter } from './event-reporter.ts'
import { castDevices, type CastChannel, type CastDevice } from './cast.ts'
import { writeDemonstration } from './demonstration.ts'
import { prepareDevices } from './devices-file.ts'
import { Pacer } from './pacer.ts'
import { movingFormats } from './ptz/ptz-source.ts'
import type { DeviceRecorder } from './recordings/device-recorder.ts'
import { SimulatedDevice } from './simulated-device.ts'
import { SimulatedSource, type SimulatedChannel } from './simulated-source.ts'
import { ChannelSound } from './sound/channel-sound.ts'
import { sceneSound } from './sound/scene-sound.ts'

/** Channels report one after the other, so that there is something every quarter of a minute and never a burst. */
const STAGGER_MS = 15_000

const { values } = parseArgs({ options: { prepare: { type: 'boolean', default: false } } })
const settings = readSettingsOrExit()
const dataFolder = dataFolderOf(settings)
const devices = prepareDevices(dataFolder)
if (values.prepare) writeDemonstration(dataFolder, devices)
else await play()

/** Connects every device, and plays until the process is told to end. */
async function play(): Promise<void> {
  const log = createLog(settings.logLevel, 'simulator', (line) => process.stderr.write(line))
  const pacer = new Pacer()
  const clips = new Map<string, Clip>()
  const sounds = new Map<string, Uint8Array>()
  const recorders: DeviceRecorder[] = []
  let reporting = 0

  function soundOf({ scene, offsetMs }: CastChannel, clip: Clip): ChannelSound {
    const sound = sounds.get(scene) ?? sceneSound(clip)
    sounds.set(scene, sound)
    return new ChannelSound(sound, offsetMs)
  }

  function channelOf(cast: CastChannel): SimulatedChannel {
    const { scene, offsetMs, hasSound, hasIntercom } = cast
    const loop = (stream: StreamKind) => {
      const clip = clips.get(`${scene} ${stream}`) ?? readClip(scene, stream)
      clips.set(`${scene} ${stream}`, clip)
      return new ClipLoop(clip, offsetMs)
    }
    const [main, sub] = [loop('main'), loop('sub')]
    return { main, sub, ...(hasSound && { sound: soundOf(cast, main.clip) }), hasIntercom }
  }

  function agentOf({ device, model, channels: cast }: CastDevice): DeviceAgent {
    const channels = cast.map(channelOf)
    const ptzChannels = cast.flatMap(({ isPtz }, chlIndex) => (isPtz ? [chlIndex] : []))
    const { agent, recorder } = new SimulatedDevice({
      url: `ws://127.0.0.1:${settings.port}${GATEWAY_PATH}`,
      device,
      model,
      dataFolder,
      channels: channels.map((streams, chlIndex) => describe(chlIndex, cast[chlIndex] ?? { name: device.name }, streams)),
      loops: channels.map(({ main }) => main),
      source: new SimulatedSource(channels, pacer),
      ptzChannels,
      pacer,
      log,
    })
    pacer.add(recorder)
    recorders.push(recorder)
    for (const [chlIndex, { main: loop }] of channels.entries()) {
      const turn = reporting++
      pacer.add(new EventReporter({ chlIndex, loop, turn, report: (event) => agent.report(event) }, Date.now() + turn * STAGGER_MS))
    }
    return agent
  }

  const agents = castDevices(devices).map(agentOf)
  endWithParent(async () => {
    for (const recorder of recorders) recorder.flush()
    await Promise.all(agents.map((agent) => agent.stop()))
  })
  for (const agent of agents) agent.start()
  await Promise.all(agents.map((agent) => agent.firstAttempt))
  reportReady()
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
