import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '#contract/calls/account/session-list.ts'
import { browserName } from '#shared/net/browser-name.ts'
import { endSession, keepSession, sessionsQuery } from '../../data/person/sessions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { OtherSessions } from './other-sessions.tsx'
import { SelfQuestion } from './self-question.tsx'

/** The browsers in which the person is signed in, each with a way to end it. */
export function SignedInPlaces() {
  const { t } = useLingui()
  const { data, isError, refetch } = useQuery(sessionsQuery)
  const sessions = data?.sessions ?? []
  return (
    <SettingsSection
      title={<Trans>Where you are signed in</Trans>}
      intro={
        <Trans>
          All tabs of a browser are one place. You are signed out after a week, and where nobody does anything for a day; a viewing screen
          stays.
        </Trans>
      }
    >
      {data === undefined && isError && (
        <p role="alert">
          <Trans>The list cannot be had now.</Trans>{' '}
          <Button variant="default" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      <SettingsRows label={t`Where you are signed in`}>
        {sessions.map((session) => (
          <Place key={session.session} place={session} />
        ))}
        <OtherSessions />
      </SettingsRows>
    </SettingsSection>
  )
}

function Place({ place }: { place: OwnSession }) {
  const { t, i18n } = useLingui()
  const { isBusy, run } = useAction()
  const [isKeeping, setKeeping] = useState(false)
  const { agent, address, isThis, isScreen } = place
  const browser = browserName({ userAgent: agent })
  const usedAt = dateTimeText(place.usedAtMs, i18n.locale)
  const since = dateTimeText(place.signedInAtMs, i18n.locale)
  return (
    <SettingsRow
      name={
        <>
          {isThis ? <Trans>{browser} (this one)</Trans> : browser}
          {isScreen && (
            <>
              {' · '}
              <Trans>viewing screen</Trans>
            </>
          )}
        </>
      }
      text={
        <>
          <Trans>
            From {address} since {since}, used last {usedAt}
          </Trans>
          {place.elsewhere.map((other) => (
            <OtherPlace key={other.address} {...other} />
          ))}
        </>
      }
    >
      {isThis && !isScreen && (
        <Button variant="default" onClick={() => setKeeping(true)}>
          <Trans>Keep signed in</Trans>
        </Button>
      )}
      {!isThis && (
        <Button
          variant="default"
          loading={isBusy}
          aria-label={t`Sign out this one: ${browser}, ${address}`}
          onClick={() => void run(() => endSession(place.session))}
        >
          <Trans>Sign out this one</Trans>
        </Button>
      )}
      {isKeeping && <Keep onClose={() => setKeeping(false)} />}
    </SettingsRow>
  )
}

/** Where else it was used from: from home and from the office, or by somebody who has a copy of what it holds. */
function OtherPlace({ address, usedAtMs }: OwnSession['elsewhere'][number]) {
  const { i18n } = useLingui()
  const usedAt = dateTimeText(usedAtMs, i18n.locale)
  return (
    <>
      <br />
      <Trans>
        Also used from {address}, last {usedAt}
      </Trans>
    </>
  )
}

function Keep({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <SelfQuestion
      title={<Trans>Keep this browser signed in?</Trans>}
      confirm={<Trans>Keep signed in</Trans>}
      onConfirm={async (shown) => {
        await keepSession(shown)
        say('done', t`This browser stays signed in as a viewing screen.`)
        onClose()
      }}
      onClose={onClose}
    >
      <Trans>
        For a screen on a wall that shows cameras day and night: it is not signed out after a week. Whoever stands in front of it is you to
        the service. You can sign it out here from anywhere.
      </Trans>
    </SelfQuestion>
  )
}
