import { cloudStorageMenuShow as call } from '#contract/calls/cloud-storage/cloud-storage-menu-show.ts'
import { cameraOf } from '../../sales/cloud-storage/cloud-terms.ts'
import { isInForce } from '../../sales/licence/time-line.ts'
import { handler } from '../handler.ts'

export const cloudStorageMenuShow = handler(call, async (_input, { cloudTerms, rights }, caller) => {
  if (caller.role === 'administrator') return { isShown: true, mayBuy: true }
  const terms = await cloudTerms.upToDate(caller.organizationId)
  const served = new Set(terms.filter(isInForce).map(cameraOf))
  const channels = await rights.channels(caller)
  return { isShown: channels.some((channel) => channel.rights.includes('playback') && served.has(cameraOf(channel))), mayBuy: false }
})
