import { archivesProofGet as call } from '#contract/calls/archive/archives-proof-get.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const archivesProofGet = handler(call, async ({ archiveId, redactionId }, { archives, redactions, proofs }, caller) => {
  await archives.requireMade(caller, archiveId, 'query')
  if (redactionId !== undefined) {
    const { archive } = await redactions.requireMade(caller, redactionId, 'query')
    if (archive.id !== archiveId) throw new CallFault('redaction-missing')
  }
  const { statements, keys } = await proofs.of(archiveId, redactionId ?? null)
  return { statements, keys }
})
