import { stationPairingLook as call } from '#contract/calls/station/station-pairing-look.ts'
import { handler } from '../handler.ts'

export const stationPairingLook = handler(call, async ({ pairingId, secret }, { stationPairing }) => {
  const sn = await stationPairing.look(pairingId, secret)
  return sn === undefined ? {} : { sn }
})
