import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { inviteList } from '#contract/calls/people/invite-list.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { useAction } from '../form/use-action.ts'
import { OnlineButton } from '../controls/online-button.tsx'
import { SettingsRow, SettingsRows } from './settings.tsx'
import { sendAgainText } from '../text/send-again-text.ts'
import { dateTimeText } from '../text/time-text.ts'
import { say } from '../notice/toast-store.ts'

type Link = OutputOf<typeof inviteList>['links'][number]

const kinds: Record<Link['kind'], MessageDescriptor> = { user: msg`User`, company: msg`Company`, installer: msg`Installer` }

interface Doing {
  offlineReason: string | undefined
  /** Sends the link again, and takes it back. Both throw errors of calls. */
  onAgain: (inviteId: string) => Promise<void>
  onWithdraw: (inviteId: string) => Promise<void>
}

/** Invitations of companies and installers that nobody has used: each is sent again or taken back. Nothing when there are none. */
export function InvitationLinks({ links, ...doing }: Doing & { links: readonly Link[] }) {
  const { t } = useLingui()
  const open = links.filter(({ state }) => state !== 'used')
  if (open.length === 0) return null
  return (
    <SettingsRows label={t`Invitations`}>
      {open.map((link) => (
        <LinkRow key={link.inviteId} link={link} {...doing} />
      ))}
    </SettingsRows>
  )
}

function LinkRow({ link: { inviteId, kind, email, state, expiresAtMs }, offlineReason, onAgain, onWithdraw }: Doing & { link: Link }) {
  const { t, i18n } = useLingui()
  // Each by itself: who takes a link back does not wait for its mail.
  const again = useAction(sendAgainText)
  const withdrawal = useAction(sendAgainText)
  const trouble = again.trouble ?? withdrawal.trouble
  const time = dateTimeText(expiresAtMs, i18n.locale)

  const attempt = ({ run }: typeof again, act: () => Promise<void>, done: string) =>
    void run(async () => {
      await act()
      say('done', done)
    })

  return (
    <SettingsRow
      name={
        <>
          {i18n._(kinds[kind])} · {email}
        </>
      }
      text={
        trouble === undefined ? (
          state === 'valid' ? (
            <Trans>The link is good until {time}.</Trans>
          ) : (
            <Trans>The link expired on {time}.</Trans>
          )
        ) : (
          <span role="alert">{trouble}</span>
        )
      }
    >
      <OnlineButton
        variant="default"
        offlineReason={offlineReason}
        aria-label={t`Send the invitation of ${email} again`}
        loading={again.isBusy}
        onClick={() => attempt(again, () => onAgain(inviteId), t`A new link is on its way to ${email}.`)}
      >
        <Trans>Send again</Trans>
      </OnlineButton>
      <OnlineButton
        variant="default"
        offlineReason={offlineReason}
        aria-label={t`Take back the invitation of ${email}`}
        loading={withdrawal.isBusy}
        onClick={() => attempt(withdrawal, () => onWithdraw(inviteId), t`The invitation of “${email}” is taken back.`)}
      >
        <Trans>Take back</Trans>
      </OnlineButton>
    </SettingsRow>
  )
}
