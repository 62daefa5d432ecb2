import { bridgeList as call } from '#contract/calls/device/bridge-list.ts'
import { handler } from '../handler.ts'

export const bridgeList = handler(call, async (_input, { bridges }, caller) => ({ bridges: await bridges.list(caller) }))
