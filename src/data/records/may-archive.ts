import { queryOptions, useQuery } from '@tanstack/react-query'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { archivesAuthorityGet } from '#contract/calls/archive/archives-authority-get.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import { ask } from '../core/ask.ts'

/** What the signed-in person may do with archives (rule 6.3). */
const ownArchiveRightsQuery = queryOptions({
  queryKey: ['archives', 'own-rights'],
  queryFn: ask(archivesAuthorityGet, {}),
  meta: { isQuiet: true },
})

/** Whether the person may have archived what this camera records. As long as nothing is known of their archive rights nobody is stopped: the service refuses all the same. */
export function useMayArchive(channel: Channel | undefined): boolean {
  const mayLookBack = channel?.rights.includes('playback') === true && channel.capability.supportFun.includes(RECORDINGS_FUNCTION)
  const { data } = useQuery({ ...ownArchiveRightsQuery, enabled: mayLookBack })
  return mayLookBack && data?.rights.includes('add') !== false
}
