import type { Selectable } from 'kysely'
import { channelKey } from '#shared/channel-key.ts'
import type { CloudTermTable } from '../../db/schema/cloud-storage.ts'

/** A term of cloud storage for one camera. */
export type CloudTerm = Selectable<CloudTermTable>

/** The camera of a row, as `sn/chlIndex`. */
export function cameraOf({ sn, chl_index }: { sn: string; chl_index: number }): string {
  return channelKey(sn, chl_index)
}
