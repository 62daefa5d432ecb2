import { cloudStorageApplicationInfo as call } from '#contract/calls/cloud-storage/cloud-storage-application-info.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { isInForce } from '../../sales/licence/time-line.ts'
import { handler } from '../handler.ts'
import { askerOf, channelsSeen } from '../../access/sees-channel.ts'

export const cloudStorageApplicationInfo = handler(call, async (_input, { cloudTerms, db }, caller) => {
  const { organizationId } = caller
  const inForce = (await cloudTerms.upToDate(organizationId)).filter(isInForce)
  const cameras = await channelsSeen(askerOf(caller), {}, db).select('channel.sn').orderBy('channel.sn').execute()
  const kept = await db
    .selectFrom('cloud_recording')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'stored')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.sum<number | string | null>('size_bytes').as('bytes')])
    .executeTakeFirstOrThrow()
  const tried = await db.selectFrom('cloud_trial').select('sn').execute()
  const isTried = new Set([...tried.map(({ sn }) => sn), ...inForce.map(({ sn }) => sn)])
  return {
    cameras: cameras.length,
    inUse: inForce.length,
    expiring: inForce.filter(({ status }) => status === cloudStorageStatuses.expiring).length,
    recordings: Number(kept.count),
    usedBytes: Number(kept.bytes ?? 0),
    trialSns: [...new Set(cameras.map(({ sn }) => sn))].filter((sn) => !isTried.has(sn)),
  }
})
