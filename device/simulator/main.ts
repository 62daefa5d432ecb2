import { parseArgs } from 'node:util'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { GATEWAY_PATH, type GatewayChannel } from '#contract/device-gateway.ts'
import { channelStatuses, type StreamKind } from '#contract/enums.ts'
import { dataFolderOf } from '#device/agent/data-folder.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { createLog } from '#device/agent/log.ts'
import { endWithParent, readSettingsOrExit, reportReady } from '#device/agent/process-life.ts'
import { readClip, type Clip } from './clip.ts'
import { ClipLoop } from './clip-loop.ts'
import { EventReporter } from './event-reporter.ts'
import { castDevices, type CastChannel, type CastDevice } from './cast.ts'
import { writeDemonstration } from './demonstration.ts'
import { prepareDevices } from './devices-file.ts'
import { Pacer } from './pacer.ts'
import { SimulatedDevice } from './simulated-device.ts'
import { SimulatedSource } from './simulated-source.ts'

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
  const log = createLog(settings.logLevel, 'simulator')
  const pacer = new Pacer()
  const clips = new Map<string, Clip>()
  let reporting = 0

  function loopsOf({ scene, offsetMs }: CastChannel): Record<StreamKind, ClipLoop> {
    const loop = (stream: StreamKind) => {
      const clip = clips.get(`${scene} ${stream}`) ?? readClip(scene, stream)
      clips.set(`${scene} ${stream}`, clip)
      return new ClipLoop(clip, offsetMs)
    }
    return { main: loop('main'), sub: loop('sub') }
  }

  function agentOf({ device, model, channels: cast }: CastDevice): DeviceAgent {
    const channels = cast.map(loopsOf)
    const { agent } = new SimulatedDevice({
      url: `ws://127.0.0.1:${settings.port}${GATEWAY_PATH}`,
      device,
      model,
      dataFolder,
      channels: channels.map((streams, chlIndex) => describe(chlIndex, cast[chlIndex]?.name ?? device.name, streams)),
      source: new SimulatedSource(channels, pacer),
      log,
    })
    for (const [chlIndex, { main: loop }] of channels.entries()) {
      const turn = reporting++
      pacer.add(new EventReporter({ chlIndex, loop, turn, report: (event) => agent.report(event) }, Date.now() + turn * STAGGER_MS))
    }
    return agent
  }

  const agents = castDevices(devices).map(agentOf)
  endWithParent(async () => {
    await Promise.all(agents.map((agent) => agent.stop()))
  })
  for (const agent of agents) agent.start()
  await Promise.all(agents.map((agent) => agent.firstAttempt))
  reportReady()
}

function describe(chlIndex: number, name: string, streams: Record<StreamKind, ClipLoop>): GatewayChannel {
  const describeStream = (stream: StreamKind) => {
    const { codec, width, height, fps } = streams[stream].clip
    return { stream, codec, width, height, fps }
  }
  return {
    chlIndex,
    name,
    status: channelStatuses.online,
    supportFun: [RECORDINGS_FUNCTION],
    streams: [describeStream('main'), describeStream('sub')],
  }
}
