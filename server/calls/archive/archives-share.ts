import { archivesShare as call } from '#contract/calls/archive/archives-share.ts'
import { CallFault } from '../call-fault.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { handler } from '../handler.ts'

export const archivesShare = handler(
  call,
  async ({ archiveId, redactionId, message = '', ...wish }, { archives, archiveShares, redactions }, caller) => {
    const archive = await archives.requireMade(caller, archiveId, 'share')
    requireOwnAdministrator(caller)
    if (redactionId !== undefined) {
      const { redaction } = await redactions.requireMade(caller, redactionId, 'share')
      if (redaction.archive_id !== archiveId) throw new CallFault('redaction-missing')
    }
    return archiveShares.open(caller, archive, { ...wish, redactionId, message: message.trim() })
  },
)
