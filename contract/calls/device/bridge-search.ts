import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { cameraSearch, cameraSearchNews } from '../../bridge-cameras.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'

/**
 * An addition to the catalogue: has a bridge look for the cameras of its network, and answers with what came since; a question for more waits
 * two seconds for it. Needs the right `configure` on the bridge. Fails with serial-number-unknown, no-device-permission, device-offline,
 * device-cannot (it is no bridge), device-part-missing (no such search), device-silent.
 */
export const bridgeSearch = defineCall({
  path: '/vms/device/bridge/search',
  input: z.object({ sn: serialNumber, search: cameraSearch }),
  output: cameraSearchNews,
  access: holdersOf('configure'),
  offline: 'none',
  rate: { calls: 240, perMs: 60_000 },
})
