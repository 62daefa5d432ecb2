import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayBeRevoked } from '#contract/calls/archive/share.ts'
import { revokeShare, sharesQuery, type Share } from '../../../data/records/archive-shares.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { Openings } from './openings.tsx'
import { ShareState, ShareViews } from './share-state.tsx'
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
          <ShareItem
            key={share.handle}
            archiveId={archiveId}
            share={share}
            onRevoke={() => void run(() => revokeShare(archiveId, share.handle))}
          />
        ))}
      </ul>
      <TroubleLine text={trouble} />
    </section>
  )
}

interface ShareItemProps {
  archiveId: string
  share: Share
  onRevoke: () => void
}

function ShareItem({ archiveId, share, onRevoke }: ShareItemProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const whose = share.emails.join(', ')
  return (
    <li>
      <div>
        <ShareWords share={share} />
        <span className={classes['ways']}>
          {share.openedAtMs !== null && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-label={whose === '' ? undefined : t`Who opened it: ${whose}`}
              onClick={() => setOpen(!isOpen)}
            >
              <Trans>Who opened it</Trans>
            </Button>
          )}
          {mayBeRevoked(share) && (
            <Button variant="default" size="compact-sm" aria-label={whose === '' ? undefined : t`Revoke: ${whose}`} onClick={onRevoke}>
              <Trans>Revoke</Trans>
            </Button>
          )}
        </span>
      </div>
      {isOpen && <Openings archiveId={archiveId} handle={share.handle} />}
    </li>
  )
}

function ShareWords({ share }: { share: Share }) {
  const { emails, sharedBy, state, isRedacted, hasPassword } = share
  return (
    <span data-state={state}>
      <strong>{emails.length === 0 ? <Trans>By a link</Trans> : emails.join(', ')}</strong>
      <small>
        {sharedBy} · <ShareState share={share} />
        {' · '}
        <ShareViews share={share} />
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
