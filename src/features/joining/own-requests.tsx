import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { remoteAccessStatuses, type RemoteAccessStatus } from '#contract/states/remote-access.ts'
import type { OwnRequest } from '../../data/organization/installer-access.ts'
import { durationName } from '../../ui/text/access-durations.ts'
import buttons from '../../ui/controls/button.module.css'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import own from './joining.module.css'

const { pending, accepted, refused, terminated, expired } = remoteAccessStatuses

const states: Record<RemoteAccessStatus, { word: MessageDescriptor; dot: Status }> = {
  [pending]: { word: msg`Waits for the administrators`, dot: 'warning' },
  [accepted]: { word: msg`Accepted`, dot: 'online' },
  [refused]: { word: msg`Refused`, dot: 'offline' },
  [terminated]: { word: msg`Ended by the organization`, dot: 'offline' },
  [expired]: { word: msg`Its time is over`, dot: 'offline' },
}

/** An installer's requests, the newest first: how each stands, and the way in where one is accepted. */
export function OwnRequests({ requests, onEnter }: { requests: readonly OwnRequest[]; onEnter: (requestId: string) => Promise<unknown> }) {
  const { t } = useLingui()
  if (requests.length === 0) return null
  return (
    <ul className={own['requests']} aria-label={t`Your requests`}>
      {requests.map((request) => (
        <Request key={request.requestId} request={request} onEnter={onEnter} />
      ))}
    </ul>
  )
}

function Request({ request, onEnter }: { request: OwnRequest; onEnter: (requestId: string) => Promise<unknown> }) {
  const { i18n } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const { requestId, status, reason, askedMinutes, grantedMinutes, createdAtMs, untilMs } = request
  const { word, dot } = states[status]
  const shownWord = i18n._(word)
  const until = untilMs === null ? undefined : dateTimeText(untilMs, i18n.locale)
  const askedAt = dateTimeText(createdAtMs, i18n.locale)
  const duration = i18n._(durationName(grantedMinutes ?? askedMinutes))
  async function enter() {
    setBusy(true)
    await onEnter(requestId).finally(() => setBusy(false))
  }
  return (
    <li>
      <div>
        <p role="status">
          <StatusDot status={dot} word={shownWord} hideWord /> {shownWord}
          {status === accepted && until !== undefined && <Trans>, until {until}</Trans>}
        </p>
        <p className={own['detail']}>
          {duration} · <Trans>asked {askedAt}</Trans>
          {reason !== '' && <> · {reason}</>}
        </p>
      </div>
      {status === accepted && (
        <button type="button" className={buttons['main']} aria-busy={isBusy} onClick={() => void enter()}>
          <Trans>Enter</Trans>
        </button>
      )}
    </li>
  )
}
