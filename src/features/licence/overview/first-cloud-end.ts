import type { cloudStorageApplicationInfo } from '#contract/calls/cloud-storage/cloud-storage-application-info.ts'
import type { OutputOf } from '#contract/define-call.ts'

/** What of the cloud storage ends first, null when nothing does. What could not be charged does not renew itself. */
export function firstCloudEnd({ nextEnd, renewals }: Pick<OutputOf<typeof cloudStorageApplicationInfo>, 'nextEnd' | 'renewals'>) {
  const isRefused = renewals.some(({ endsAtMs }) => endsAtMs === nextEnd?.atMs)
  return nextEnd && { ...nextEnd, renewing: isRefused ? 0 : nextEnd.renewing }
}
