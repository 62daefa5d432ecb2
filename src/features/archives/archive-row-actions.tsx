import { useLingui } from '@lingui/react/macro'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { cancelArchive, retryArchive } from '../../data/records/archives.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { errorText } from '../../ui/text/error-text.ts'

const { preparing, processing, fail, cancelled } = archiveStatuses

/** What can be done with an archive that is not made: called off while it is made, tried again afterwards. */
export function ArchiveRowActions({ archive: { archiveId, title, status } }: { archive: Archive }) {
  const { t } = useLingui()
  const { run } = useAction((fault) => {
    say('error', errorText(fault))
    return undefined
  })
  if (status === preparing || status === processing)
    return (
      <IconButton label={t`Cancel the making of “${title}”`} onClick={() => void run(() => cancelArchive(archiveId))}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    )
  if (status !== fail && status !== cancelled) return null
  return (
    <IconButton label={t`Try “${title}” again`} onClick={() => void run(() => retryArchive(archiveId))}>
      <IconRefresh size={16} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
