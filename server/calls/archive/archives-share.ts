import { archivesShare as call } from '#contract/calls/archive/archives-share.ts'
import { handler } from '../handler.ts'

export const archivesShare = handler(
  call,
  async ({ archiveId, emails, message = '', durationMinutes }, { archives, archiveShares }, caller) => {
    const archive = await archives.requireMade(caller, archiveId, 'share')
    return archiveShares.open(caller, archive, { emails, message: message.trim(), durationMinutes })
  },
)
