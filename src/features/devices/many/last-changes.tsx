import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { manyChangesQuery } from '../../../data/places/many-changes.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { changeText } from './change-words.ts'
import classes from './many.module.css'

/** One's own last changes of many devices: those under way, and what became of the others. */
export function LastChanges({ onOpen, onClose }: { onOpen: (jobId: string) => void; onClose: () => void }) {
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(manyChangesQuery)
  return (
    <Dialog title={<Trans>Changes of many devices</Trans>} onClose={onClose}>
      {data === undefined ? (
        <NotThereYet error={error} title={<Trans>The changes could not be loaded.</Trans>} onRetry={() => void refetch()} />
      ) : data.changes.length === 0 ? (
        <Notice drawing="device" title={<Trans>You have not changed several devices at once yet.</Trans>}>
          <Trans>Choose some in the list, and then what is to be changed.</Trans>
        </Notice>
      ) : (
        <ul className={classes['last']}>
          {data.changes.map(({ jobId, change, startedMs, endedMs, total, done, failed }) => (
            <li key={jobId}>
              <button type="button" onClick={() => onOpen(jobId)}>
                {changeText(change, i18n)}
                <span>
                  <span className="sl-figures">{dateTimeText(startedMs, i18n.locale)}</span> ·{' '}
                  {endedMs === null ? (
                    <Trans>
                      under way, {i18n.number(done + failed)} of {i18n.number(total)}
                    </Trans>
                  ) : done === total ? (
                    <Plural value={total} one="done for # device" other="done for # devices" />
                  ) : (
                    <Trans>
                      done for {i18n.number(done)} of {i18n.number(total)}
                    </Trans>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
