import { Trans, useLingui } from '@lingui/react/macro'
import type { OrganizationPerson } from '#contract/calls/people/invitation.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { useStandingOf } from './status-words.ts'
import classes from './panel.module.css'

/** How a person stands, in a line or two. */
export function UserHead({ user }: { user: OrganizationPerson }) {
  const { i18n } = useLingui()
  const { dot, word } = useStandingOf(user)
  const { invitation } = user
  const sentAt = dateTimeText(invitation?.sentAtMs ?? 0, i18n.locale)
  const until = dateTimeText(invitation?.expiresAtMs ?? 0, i18n.locale)
  return (
    <div className={classes['head']}>
      <p>
        <span className={classes['status']}>
          <StatusDot status={dot} word={word} hideWord />
          {word}
        </span>
        <span>{i18n._(roleNames[user.role])}</span>
        <span className={classes['address']}>{user.email}</span>
      </p>
      {invitation && invitation.state !== 'used' && (
        <p className="sl-figures">
          {invitation.state === 'valid' ? (
            <Trans>
              The invitation was sent {sentAt}. Its link is good until {until}.
            </Trans>
          ) : (
            <Trans>
              The invitation was sent {sentAt}. Its link expired {until}.
            </Trans>
          )}
        </p>
      )}
    </div>
  )
}
