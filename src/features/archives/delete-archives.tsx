import { Plural, Trans } from '@lingui/react/macro'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { deleteArchives } from '../../data/records/archives.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'

interface DeleteArchivesProps {
  archives: readonly Archive[]
  offlineReason: string | undefined
  onDeleted: () => void
  onClose: () => void
}

/** Asks before archives are deleted: what was recorded may be gone from the device by now. */
export function DeleteArchives({ archives, offlineReason, onDeleted, onClose }: DeleteArchivesProps) {
  const [first] = archives
  const title = first?.title
  return (
    <Question
      title={<Plural value={archives.length} one="Delete this archive?" other="Delete # archives?" />}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        await deleteArchives(archives.map(({ archiveId }) => archiveId))
        onClose()
        onDeleted()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        {archives.length === 1 && <strong>{title}</strong>}{' '}
        <Trans>The clip is lost, and every link to it that was shared ends. What is still on the device stays there.</Trans>
      </p>
    </Question>
  )
}
