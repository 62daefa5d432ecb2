import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { redactionsQuery } from '../../data/records/redactions.ts'
import { ArchiveState } from '../../ui/archive/archive-status.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import classes from './archive-page.module.css'

/** The redacted files beside an archive, and the way to where they are made and played. */
export function RedactedFiles({ archiveId }: { archiveId: string }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery({ ...redactionsQuery(archiveId), meta: { isQuiet: true } })
  if (data === undefined || data.redactions.length === 0) return null
  return (
    <nav className={classes['group']} aria-label={t`Redacted files`}>
      <h2>
        <Trans>Redacted files</Trans>
      </h2>
      <ul>
        {data.redactions.map((redaction) => (
          <li key={redaction.redactionId}>
            <Link to="/archives-redact/$archiveId" params={{ archiveId }}>
              <span className="sl-figures">{dateTimeText(redaction.createdAtMs, i18n.locale)}</span>
            </Link>
            <ArchiveState archive={redaction} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
