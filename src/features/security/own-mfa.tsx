import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { mfaStatuses } from '#contract/states/mfa.ts'
import { coreState } from '../../data/core/core.ts'
import { deleteMfa, setMfa, type MfaStanding, type ShownSelf } from '../../data/person/mfa.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { SelfQuestion } from './self-question.tsx'

const SetUpMfa = lazy(() => import('./set-up-mfa.tsx').then(({ SetUpMfa }) => ({ default: SetUpMfa })))

type Category = MfaStanding['mfaList'][number]['category']
type Asking =
  | { kind: 'set-up'; category: Category }
  | { kind: 'remove'; mfaId: string; category: Category }
  | { kind: 'switch'; to: boolean }

/** One's own second steps: set up, removed, turned on and off, and how many recovery codes are left. */
export function OwnMfa({ standing }: { standing: MfaStanding }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<Asking>()
  const { mfaEnabled, organizationRequires, recoveryCodesLeft } = standing
  const active = standing.mfaList.filter(({ status }) => status === mfaStatuses.active)
  const isOn = mfaEnabled || organizationRequires
  return (
    <SettingsSection
      title={<Trans>Your account</Trans>}
      intro={<Trans>After the password, sign-in asks for a code that only you can have. Whoever learns your password cannot use it.</Trans>}
    >
      <SettingsRows label={t`Your second steps`}>
        <SettingsRow name={<OnOff isOn={isOn} />} text={<WhyOn standing={standing} hasMethod={active.length > 0} />}>
          {active.length > 0 && !organizationRequires && (
            <Button variant="default" onClick={() => setAsking({ kind: 'switch', to: !mfaEnabled })}>
              {mfaEnabled ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
            </Button>
          )}
        </SettingsRow>
        {(['app', 'e-mail'] as const).map((category) => (
          <MethodRow key={category} category={category} method={active.find((one) => one.category === category)} onAsk={setAsking} />
        ))}
        {active.length > 0 && (
          <SettingsRow
            name={<Trans>Recovery codes: {recoveryCodesLeft} left</Trans>}
            text={
              <Trans>
                Each signs you in once when you have nothing else. New ones are made when you remove all second steps and set one up.
              </Trans>
            }
          />
        )}
      </SettingsRows>
      <Suspense>
        {asking?.kind === 'set-up' && <SetUpMfa category={asking.category} onClose={() => setAsking(undefined)} />}
        {asking?.kind === 'remove' && <Remove {...asking} isLast={active.length === 1} onClose={() => setAsking(undefined)} />}
        {asking?.kind === 'switch' && <Switch to={asking.to} onClose={() => setAsking(undefined)} />}
      </Suspense>
    </SettingsSection>
  )
}

/** On or off, in a word and a shape. */
export function OnOff({ isOn }: { isOn: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <StatusDot status={isOn ? 'online' : 'offline'} word={isOn ? t`On` : t`Off`} hideWord />
      {isOn ? <Trans>On</Trans> : <Trans>Off</Trans>}
    </>
  )
}

function WhyOn({ standing, hasMethod }: { standing: MfaStanding; hasMethod: boolean }) {
  if (standing.organizationRequires && !hasMethod)
    return <Trans>Your organization requires it of everybody. Codes are sent to your e-mail address.</Trans>
  if (standing.organizationRequires) return <Trans>Your organization requires it of everybody.</Trans>
  if (!hasMethod) return <Trans>Set up one of the two below to turn it on.</Trans>
  return standing.mfaEnabled ? <Trans>A code is asked for after the password.</Trans> : <Trans>The password alone is enough.</Trans>
}

function MethodRow({
  category,
  method,
  onAsk,
}: {
  category: Category
  method: MfaStanding['mfaList'][number] | undefined
  onAsk: (asking: Asking) => void
}) {
  const { i18n, t } = useLingui()
  const { session } = useSnapshot(coreState)
  const email = session.kind === 'signed-in' ? session.user.email : ''
  const name = category === 'app' ? t`Authenticator app` : t`Code by e-mail`
  const since = method && dateTimeText(method.createdAtMs, i18n.locale)
  const idle =
    category === 'app' ? (
      <Trans>An app on your telephone shows a new code every 30 seconds. It works without a network.</Trans>
    ) : (
      <Trans>A code is sent to {email}.</Trans>
    )
  return (
    <SettingsRow name={name} text={since ? <Trans>In use since {since}</Trans> : idle}>
      {method ? (
        <Button variant="default" aria-label={t`Remove: ${name}`} onClick={() => onAsk({ kind: 'remove', mfaId: method.mfaId, category })}>
          <Trans>Remove</Trans>
        </Button>
      ) : (
        <Button aria-label={t`Set up: ${name}`} onClick={() => onAsk({ kind: 'set-up', category })}>
          <Trans>Set up</Trans>
        </Button>
      )}
    </SettingsRow>
  )
}

function Remove({ mfaId, category, isLast, onClose }: { mfaId: string; category: Category; isLast: boolean; onClose: () => void }) {
  const { t } = useLingui()
  async function remove(shown: ShownSelf) {
    await deleteMfa({ mfaId, ...shown })
    say('done', t`Removed.`)
    onClose()
  }
  return (
    <SelfQuestion
      title={category === 'app' ? <Trans>Remove the authenticator app?</Trans> : <Trans>Remove codes by e-mail?</Trans>}
      confirm={<Trans>Remove</Trans>}
      isDanger
      onConfirm={remove}
      onClose={onClose}
    >
      {isLast ? (
        <Trans>It is your last second step. Sign-in will ask for the password alone, and your recovery codes are void.</Trans>
      ) : (
        <Trans>Sign-in will not take its codes any more.</Trans>
      )}
    </SelfQuestion>
  )
}

function Switch({ to, onClose }: { to: boolean; onClose: () => void }) {
  const { t } = useLingui()
  async function turn(shown: ShownSelf) {
    await setMfa({ scope: 'self', mfaEnabled: to, ...shown })
    say('done', to ? t`Two-step sign-in is on.` : t`Two-step sign-in is off.`)
    onClose()
  }
  return (
    <SelfQuestion
      title={to ? <Trans>Turn two-step sign-in on?</Trans> : <Trans>Turn two-step sign-in off?</Trans>}
      confirm={to ? <Trans>Turn on</Trans> : <Trans>Turn off</Trans>}
      isDanger={!to}
      onConfirm={turn}
      onClose={onClose}
    >
      {to ? (
        <Trans>From now on a code is asked for after the password.</Trans>
      ) : (
        <Trans>The password alone will be enough. What you have set up is kept for later.</Trans>
      )}
    </SelfQuestion>
  )
}
