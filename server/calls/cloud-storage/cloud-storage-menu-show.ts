import { cloudStorageMenuShow as call } from '#contract/calls/cloud-storage/cloud-storage-menu-show.ts'
import { isInForce } from '../../sales/licence/time-line.ts'
import { handler } from '../handler.ts'

export const cloudStorageMenuShow = handler(call, async (_input, { cloudTerms, rights }, caller) => {
  if (caller.role === 'administrator') return { isShown: true, mayBuy: true }
  const terms = await cloudTerms.upToDate(caller.organizationId)
  const served = terms.filter(isInForce).map(({ sn, chl_index: chlIndex }) => ({ sn, chlIndex }))
  const channels = await rights.channelsNamed(caller, served)
  return { isShown: channels.some((channel) => channel.rights.includes('playback')), mayBuy: false }
})
