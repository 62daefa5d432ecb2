import { bridgeSearch as call } from '#contract/calls/device/bridge-search.ts'
import { handler } from '../handler.ts'

export const bridgeSearch = handler(call, ({ sn, search }, { bridges }, caller) => bridges.search(caller, sn, search))
