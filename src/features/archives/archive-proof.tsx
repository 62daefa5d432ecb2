import { useQuery } from '@tanstack/react-query'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveVideosQuery, renewArchiveLink } from '../../data/records/archives.ts'
import { proofQuery } from '../../data/records/proofs.ts'
import { ProofLine } from '../../ui/proof/proof-line.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { CallError } from '../../data/core/call-error.ts'
import classes from './archive-page.module.css'

/** Whether the file of an archive is untouched, checked here and now. */
export function ArchiveProof({ archive: { archiveId, sizeBytes }, zone }: { archive: Archive; zone: string }) {
  const { data, error } = useQuery(proofQuery(archiveId))
  const { data: file } = useQuery(archiveVideosQuery(archiveId))
  if (error instanceof CallError)
    return (
      <p role="alert" className={classes['notes']}>
        {errorText(error)}
      </p>
    )
  return (
    <ProofLine
      key={archiveId}
      proof={data}
      url={file?.videos[0]?.url}
      onRefused={() => renewArchiveLink(archiveId)}
      sizeBytes={sizeBytes ?? 0}
      zone={zone}
    />
  )
}
