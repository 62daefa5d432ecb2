import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import type { ChannelSource } from '#device/agent/channel-source.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import type { Log } from '#shared/log.ts'
import { bridgeIdentity, keepIdentity } from './bridge-identity.ts'
import { BRIDGE_MODEL } from './bridge-labels.ts'

/** It shows nothing itself: its cameras are devices of their own. */
const nothingToShow: ChannelSource = {
  open: (_chlIndex, _stream, sink) => {
    sink.failed('not-found')
    return { close: () => {} }
  },
  talk: (_chlIndex, sink) => {
    sink.failed('not-found')
    return { sound: () => {}, close: () => {} }
  },
  recording: () => 'not-found',
}

/** The bridge itself as a device of the service, without channels: bound to a site, it finds and keeps the cameras of its network. */
export function createBridgeDevice(options: { servicePort: number; folder: string; commands: CommandHandlers; log: Log }): DeviceAgent {
  const { servicePort, folder, commands, log } = options
  const { sn, securityCode } = bridgeIdentity(folder)
  const agent: DeviceAgent = new DeviceAgent({
    url: `ws://127.0.0.1:${servicePort}${GATEWAY_PATH}`,
    description: { sn, devType: deviceTypes.nvr, name: `Camera bridge ${sn.slice(-4)}`, model: BRIDGE_MODEL, version: '1.0.0' },
    securityCode,
    bindingKey: bindingKeyFile(folder, sn),
    channels: [],
    source: nothingToShow,
    commands: {
      ...commands,
      'security-code-set': ({ securityCode: code }) => {
        keepIdentity(folder, { sn, securityCode: code })
        agent.changeIdentity({ securityCode: code })
        return null
      },
    },
    log,
  })
  return agent
}
