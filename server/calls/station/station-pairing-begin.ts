import { stationPairingBegin as call } from '#contract/calls/station/station-pairing-begin.ts'
import { handler } from '../handler.ts'

export const stationPairingBegin = handler(call, async ({ publicKey }, { stationPairing, now }, { address }) => ({
  ...(await stationPairing.begin(publicKey, address)),
  nowMs: now(),
}))
