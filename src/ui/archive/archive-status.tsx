import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import { StatusDot, type Status } from '../controls/status-dot.tsx'
import tables from '../controls/table/table.module.css'
import { errorText } from '../text/error-text.ts'
import classes from './archive-status.module.css'

const words: Record<ArchiveStatus, { word: MessageDescriptor; dot: Status }> = {
  [archiveStatuses.preparing]: { word: msg`Preparing`, dot: 'unknown' },
  [archiveStatuses.processing]: { word: msg`Processing`, dot: 'warning' },
  [archiveStatuses.success]: { word: msg`Done`, dot: 'online' },
  [archiveStatuses.cancelled]: { word: msg`Cancelled`, dot: 'offline' },
  [archiveStatuses.fail]: { word: msg`Failed`, dot: 'alarm' },
}

interface ArchiveStateProps {
  archive: Pick<Archive, 'status' | 'progress' | 'failCode'>
  /** What stands around it says why it failed. */
  isWhyElsewhere?: boolean
}

/** How the making of an archive, or of a file beside it, stands (rule 4.9), with how far it is or, below, why it failed. */
export function ArchiveState({ archive: { status, progress, failCode }, isWhyElsewhere = false }: ArchiveStateProps) {
  const { i18n } = useLingui()
  const { word, dot } = words[status]
  const text = i18n._(word)
  return (
    <span className={classes['state']}>
      <span className={tables['status']}>
        <StatusDot status={dot} word={text} hideWord />
        <span>
          {text}
          {status === archiveStatuses.processing && <span className="sl-figures"> {progress} %</span>}
        </span>
      </span>
      {failCode !== null && !isWhyElsewhere && <span className={classes['why']}>{errorText({ code: failCode })}</span>}
    </span>
  )
}
