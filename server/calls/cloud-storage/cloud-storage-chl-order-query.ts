import { cloudStorageChlOrderQuery as call } from '#contract/calls/cloud-storage/cloud-storage-chl-order-query.ts'
import { cloudCycle } from '#contract/cloud-storage.ts'
import { failedCameras, lastTerm, statusOf, tellingTerm } from '../../sales/cloud-storage/cloud-views.ts'
import { triggersOf } from '../../sales/cloud-storage/cloud-triggers.ts'
import { cameraOf } from '../../sales/cloud-storage/cloud-term.ts'
import { isInForce, isWaiting } from '../../sales/licence/time-line.ts'
import { handler } from '../handler.ts'

export const cloudStorageChlOrderQuery = handler(call, async ({ siteIds }, { cloudTerms, cloudRenewals, rights, db, now }, caller) => {
  const seen = await rights.channels(caller, { siteIds })
  const terms = await cloudTerms.upToDate(caller.organizationId)
  const renewable = await cloudRenewals.renewable(terms.filter((term) => isInForce(term) || isWaiting(term)))
  const all = Map.groupBy(terms, cameraOf)
  const failed = await failedCameras(db, caller.organizationId)
  const channels = seen
    .filter((channel) => channel.rights.includes('playback'))
    .map((channel) => {
      const ofCamera = all.get(cameraOf(channel)) ?? []
      const term = tellingTerm(ofCamera)
      const last = lastTerm(ofCamera)
      return {
        sn: channel.sn,
        chlIndex: channel.chl_index,
        channelName: channel.name,
        siteName: channel.site_name,
        status: statusOf(term, failed.has(cameraOf(channel))),
        goodsId: term?.goods_id ?? null,
        cycle: term === undefined ? null : cloudCycle.parse(term.duration_type),
        isTrial: term?.is_trial === 1,
        startMs: term?.starts_at_ms ?? null,
        endMs: term?.ends_at_ms ?? null,
        isRenewed: ofCamera.some(isInForce) && ofCamera.some(isWaiting),
        autoRenew: last?.auto_renew === 1,
        mayAutoRenew: last !== undefined && renewable.has(last.order_id),
        triggers: triggersOf(term?.triggers),
      }
    })
  return { channels, nowMs: now() }
})
