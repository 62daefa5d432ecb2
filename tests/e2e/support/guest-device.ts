import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import type { deviceTypes } from '#contract/enums.ts'
import type { BindingKeyStore } from '#device/agent/binding-key-file.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { channel } from '#tests/support/service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'

interface Guest {
  sn: string
  name: string
  devType: (typeof deviceTypes)[keyof typeof deviceTypes]
  model: string
  /** Names of its cameras, which show nothing. */
  cameras: readonly string[]
  commands?: CommandHandlers
  /** Where it keeps the key of its binding; none unless given. */
  bindingKey?: BindingKeyStore
}

/** A device of the organization for one test: with `leave` it is nobody's, and the next test finds the cameras that it knows. */
export async function connectGuest(stack: Stack, guest: Guest): Promise<{ agent: DeviceAgent; leave: () => Promise<void> }> {
  const { sn, name, devType, model, cameras, commands, bindingKey } = guest
  const securityCode = `${sn}CODE`
  const agent = new DeviceAgent({
    url: `ws://127.0.0.1:${stack.port}${GATEWAY_PATH}`,
    description: { sn, devType, name, model, version: '1.0' },
    securityCode,
    channels: cameras.map((camera, index) => channel(index, { name: camera })),
    source: { open: () => ({ close: () => {} }) },
    ...(commands && { commands }),
    ...(bindingKey && { bindingKey }),
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
  const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  await admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-gate', name })
  const leave = async () => {
    await agent.stop()
    // A test may have unbound it.
    await admin.failure(deviceUnbind, { sn })
  }
  return { agent, leave }
}
