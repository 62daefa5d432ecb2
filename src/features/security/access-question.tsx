import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ForOwnAdministrators } from '../../data/person/for-roles.tsx'
import { decideAccess, type AccessRequest } from '../../data/organization/installer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { accessDurations, durationName } from '../../ui/text/access-durations.ts'
import { SettingsRow } from '../../ui/page/settings.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { useAction } from '../../ui/form/use-action.ts'

/** A request that waits for a decision: accepted for the time asked or another, or refused. */
export function AccessQuestion({ request }: { request: AccessRequest }) {
  const { t, i18n } = useLingui()
  const { requestId, companyName, reason, askedMinutes } = request
  const [minutes, setMinutes] = useState(askedMinutes)
  const { isBusy, run } = useAction()
  const asked = i18n._(durationName(askedMinutes))

  // What it fails with is announced already, and the list is asked for again.
  const decide = (accept: boolean) =>
    run(async () => {
      await decideAccess(accept ? { requestId, accept, minutes } : { requestId, accept })
      say('done', accept ? t`Accepted. The installer gets a link by e-mail.` : t`Refused.`)
    })

  return (
    <SettingsRow
      name={
        <>
          <StatusDot status="warning" word={t`Waits for your decision`} />
          <Trans>{companyName} asks to act as administrator</Trans>
        </>
      }
      text={
        <>
          <Trans>Asked for: {asked}</Trans>
          {reason && <> · {reason}</>}
        </>
      }
    >
      <ForOwnAdministrators>
        <Select
          aria-label={t`For how long`}
          value={String(minutes)}
          data={accessDurations.map((one) => ({ value: String(one.minutes), label: i18n._(one.name) }))}
          onChange={(event) => {
            const chosen = accessDurations.find((one) => String(one.minutes) === event.currentTarget.value)
            if (chosen) setMinutes(chosen.minutes)
          }}
        />
        <Button loading={isBusy} onClick={() => void decide(true)}>
          <Trans>Accept</Trans>
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void decide(false)}>
          <Trans>Refuse</Trans>
        </Button>
      </ForOwnAdministrators>
    </SettingsRow>
  )
}
