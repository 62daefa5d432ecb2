import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { archiveLimits } from '#contract/archives.ts'
import { CallError } from '../../../data/core/call-error.ts'
import { openingsQuery } from '../../../data/records/archive-shares.ts'
import { errorText } from '../../../ui/text/error-text.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import classes from './share.module.css'

/** Who opened a share when: with which browser, from where, and what they did. */
export function Openings({ archiveId, handle }: { archiveId: string; handle: string }) {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(openingsQuery(archiveId, handle))
  const { openings: most, openingsKeptDays: days } = archiveLimits
  if (error instanceof CallError) return <p role="alert">{errorText(error)}</p>
  if (data === undefined) return null
  return (
    <div className={classes['openings']}>
      {data.openings.length > 0 && (
        <table aria-label={t`Who opened it`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>When</Trans>
              </th>
              <th scope="col">
                <Trans>What</Trans>
              </th>
              <th scope="col">
                <Trans>Browser</Trans>
              </th>
              <th scope="col">
                <Trans>Network</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.openings.map(({ atMs, kind, browser, place }, index) => (
              <tr key={index}>
                <td className="sl-figures">{dateTimeText(atMs, i18n.locale)}</td>
                <td>{kind === 'opened' ? t`Opened` : kind === 'played' ? t`Played` : t`Downloaded`}</td>
                <td>{browser}</td>
                <td className="sl-figures">{place}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <small>
        {data.openings.length === 0 ? (
          <Trans>Nobody has opened it in the last {days} days.</Trans>
        ) : (
          <Trans>
            The last {most} times are kept for {days} days. Of addresses only the network is kept.
          </Trans>
        )}
      </small>
    </div>
  )
}
