import { Trans, useLingui } from '@lingui/react/macro'
import { lengths } from '#contract/limits.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { PasswordInput } from '../../../ui/controls/password-input.tsx'
import { StatusDot } from '../../../ui/controls/status-dot.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { errorText } from '../../../ui/text/error-text.ts'
import type { CameraFinder, Eye, Row } from './camera-finder.ts'
import { cameraFaultTexts } from './camera-fault-texts.ts'
import classes from './adding.module.css'

/** A camera on the list: what it is, whether it showed its picture, and which of its lenses are wanted by what names. */
export function CameraRow({ row, finder, isBusy }: { row: Row; finder: CameraFinder; isBusy: boolean }) {
  const { t } = useLingui()
  const { cameraUrl, name, model, knownAs, isChosen, standing } = row
  const address = cameraUrl.replace(/^onvifs?:\/\//, '').replace(/\/onvif\/device(_service)?$/, '')
  const title = name || (standing.kind === 'good' && standing.model) || address
  return (
    <li className={classes['row']} data-standing={standing.kind}>
      <Checkbox
        label={
          <>
            <span className={classes['title']}>{title}</span>
            <span className={classes['about']}>
              {[model === name ? '' : model, title === address ? '' : address].filter(Boolean).join(' · ')}
            </span>
          </>
        }
        aria-label={t`Choose ${title}`}
        checked={isChosen}
        disabled={isBusy || knownAs !== undefined}
        onChange={({ currentTarget }) => finder.change(cameraUrl, { isChosen: currentTarget.checked })}
      />
      <div className={classes['state']} role="status">
        {knownAs !== undefined && (
          <span className={classes['hint']}>
            <Trans>Added already as “{knownAs}”</Trans>
          </span>
        )}
        <StandingText row={row} finder={finder} isBusy={isBusy} />
      </div>
      {standing.kind === 'bad' && standing.fault === 'password' && row.own && (
        <div className={classes['pair']}>
          <TextInput
            label={t`User name of ${title}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={row.own.username}
            onChange={({ currentTarget: { value } }) =>
              finder.change(cameraUrl, { own: { password: row.own?.password ?? '', username: value } })
            }
          />
          <PasswordInput
            label={t`Password of ${title}`}
            autoComplete="off"
            value={row.own.password}
            onChange={({ currentTarget: { value } }) =>
              finder.change(cameraUrl, { own: { username: row.own?.username ?? '', password: value } })
            }
          />
        </div>
      )}
      {standing.kind === 'good' && (
        <ul className={classes['eyes']}>
          {standing.eyes.map((eye) => (
            <EyeRow
              key={eye.sensor}
              eye={eye}
              isOnly={standing.eyes.length === 1}
              isBusy={isBusy}
              onChange={(change) => finder.changeEye(cameraUrl, eye.sensor, change)}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

function StandingText({ row: { cameraUrl, standing }, finder, isBusy }: { row: Row; finder: CameraFinder; isBusy: boolean }) {
  const { i18n, t } = useLingui()
  if (standing.kind === 'trying') return <Trans>Trying…</Trans>
  if (standing.kind === 'failed') return <Wrong text={errorText(standing.fault)} />
  if (standing.kind === 'good' && standing.isLate) {
    return (
      <Wrong
        text={t`It sends, but its first picture may take 20 seconds. Set a key frame every 2 seconds in the camera. It can be added as it is.`}
      />
    )
  }
  if (standing.kind === 'good') {
    const maker = [standing.maker, standing.model].filter(Boolean).join(' ')
    return (
      <>
        <StatusDot status="online" word="" hideWord />{' '}
        {maker === '' ? <Trans>Its picture comes.</Trans> : <Trans>Its picture comes: {maker}</Trans>}
      </>
    )
  }
  if (standing.kind === 'new') return null
  const { fingerprint } = standing
  return (
    <>
      <Wrong text={i18n._(cameraFaultTexts[standing.fault])} />
      {fingerprint !== undefined && (
        <div className={classes['fingerprint']}>
          <code>{fingerprint}</code>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => finder.change(cameraUrl, { certificate: fingerprint, standing: { kind: 'new' } })}
          >
            <Trans>It is this one</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Wrong({ text }: { text: string }) {
  return (
    <>
      <StatusDot status="warning" word="" hideWord /> {text}
    </>
  )
}

interface EyeRowProps {
  eye: Eye
  isOnly: boolean
  isBusy: boolean
  onChange: (change: Partial<Eye>) => void
}

function EyeRow({ eye, isOnly, isBusy, onChange }: EyeRowProps) {
  const { t, i18n } = useLingui()
  const { name, picture, isChosen, device, fault } = eye
  return (
    <li>
      {!isOnly && (
        <Checkbox
          aria-label={t`Channel ${name}`}
          checked={isChosen}
          disabled={isBusy || device !== undefined}
          onChange={({ currentTarget }) => onChange({ isChosen: currentTarget.checked })}
        />
      )}
      <TextInput
        label={t`Name in the tree`}
        description={picture}
        autoComplete="off"
        maxLength={lengths.deviceName}
        value={name}
        disabled={!isChosen || device !== undefined}
        error={name.trim() === '' ? t`Fill this in.` : fault && i18n._(cameraFaultTexts[fault])}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {device !== undefined && <Trans>Added</Trans>}
    </li>
  )
}
