import { archivesShare as call } from '#contract/calls/archive/archives-share.ts'
import { sharableArchives } from '#contract/states/archive.ts'
import { CallFault } from '../call-fault.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import type { ArchiveRow } from '../../video/archive/archives.ts'
import { handler } from '../handler.ts'

export const archivesShare = handler(
  call,
  async ({ archiveId, moreArchiveIds = [], redactionId, message = '', ...wish }, { archives, archiveShares, redactions }, caller) => {
    const shared: ArchiveRow[] = []
    for (const id of [archiveId, ...moreArchiveIds]) {
      const archive = await archives.require(caller, id, 'share')
      if (!sharableArchives.includes(archive.status)) throw new CallFault('wrong-state')
      shared.push(archive)
    }
    requireOwnAdministrator(caller)
    if (redactionId !== undefined) {
      const { redaction } = await redactions.requireMade(caller, redactionId, 'share')
      if (redaction.archive_id !== archiveId) throw new CallFault('redaction-missing')
    }
    const links = await archiveShares.open(caller, shared, { ...wish, redactionId, message: message.trim() })
    const [first] = links
    if (first === undefined) throw new Error('A share without a link')
    const { shareId, url, expiresAtMs } = first
    return { shareId, url, expiresAtMs, links: links.map(({ email, ...link }) => ({ email, shareId: link.shareId, url: link.url })) }
  },
)
