import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { inviteList } from '#contract/calls/people/invite-list.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import { errorText } from '../text/error-text.ts'
import { OnlineButton } from '../controls/online-button.tsx'
import { SettingsRow, SettingsRows } from './settings.tsx'
import { countdownText, dateTimeText } from '../text/time-text.ts'
import { say } from '../notice/toast-store.ts'

const TOO_SOON = codeOf('too-frequent')

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
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const time = dateTimeText(expiresAtMs, i18n.locale)

  async function attempt(act: () => Promise<void>, done: string) {
    setTrouble(undefined)
    setBusy(true)
    try {
      await act()
      say('done', done)
    } catch (error) {
      if (!isCallFault(error)) throw error
      const wait = countdownText(error.detail?.retryAfterMs ?? 0)
      setTrouble(error.code === TOO_SOON ? t`An e-mail was sent just now. The next one can be sent in ${wait}.` : errorText(error))
    } finally {
      setBusy(false)
    }
  }

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
        onClick={() => !isBusy && void attempt(() => onAgain(inviteId), t`A new link is on its way to ${email}.`)}
      >
        <Trans>Send again</Trans>
      </OnlineButton>
      <OnlineButton
        variant="default"
        offlineReason={offlineReason}
        aria-label={t`Take back the invitation of ${email}`}
        onClick={() => !isBusy && void attempt(() => onWithdraw(inviteId), t`The invitation of “${email}” is taken back.`)}
      >
        <Trans>Take back</Trans>
      </OnlineButton>
    </SettingsRow>
  )
}

function isCallFault(error: unknown): error is { code: number; message: string; detail?: { retryAfterMs?: number } } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
}
