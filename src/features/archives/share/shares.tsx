import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { revokeShare, sharesQuery, type Share } from '../../../data/records/archive-shares.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import classes from './share.module.css'

/** Who has an archive, until when, and the way to take it back. */
export function Shares({ archiveId }: { archiveId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(sharesQuery(archiveId))
  const { trouble, run } = useAction()
  if (data === undefined || data.shares.length === 0) return null
  return (
    <section className={classes['shares']}>
      <h3>
        <Trans>Shared already</Trans>
      </h3>
      <ul aria-label={t`Shared already`}>
        {data.shares.map((share) => (
          <li key={share.handle}>
            <ShareWords share={share} />
            {share.state === 'open' && (
              <Button variant="default" size="compact-sm" onClick={() => void run(() => revokeShare(archiveId, share.handle))}>
                <Trans>Revoke</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <TroubleLine text={trouble} />
    </section>
  )
}

function ShareWords({ share: { emails, sharedBy, expiresAtMs, state, isRedacted, hasPassword, views, mostViews } }: { share: Share }) {
  const { i18n } = useLingui()
  const until = expiresAtMs === null ? undefined : dateTimeText(expiresAtMs, i18n.locale)
  return (
    <span data-state={state}>
      <strong>{emails.length === 0 ? <Trans>By a link</Trans> : emails.join(', ')}</strong>
      <small>
        {sharedBy} ·{' '}
        {state === 'revoked' ? (
          <Trans>revoked</Trans>
        ) : state === 'used-up' ? (
          <Trans>opened as often as it may be</Trans>
        ) : state === 'expired' ? (
          <Trans>its time is over</Trans>
        ) : until === undefined ? (
          <Trans>until it is revoked</Trans>
        ) : (
          <Trans>until {until}</Trans>
        )}
        {' · '}
        {mostViews === null ? (
          <Plural value={views} _0="not opened yet" one="opened once" other="opened # times" />
        ) : (
          <Trans>
            opened {views} of {mostViews} times
          </Trans>
        )}
        {isRedacted && (
          <>
            {' · '}
            <Trans>redacted</Trans>
          </>
        )}
        {hasPassword && (
          <>
            {' · '}
            <Trans>with a password</Trans>
          </>
        )}
      </small>
    </span>
  )
}
