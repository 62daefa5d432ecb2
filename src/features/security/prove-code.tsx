import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { mfaVerify } from '#contract/calls/account/mfa-verify.ts'
import { codeOf } from '#contract/errors.ts'
import { lengths } from '#contract/limits.ts'
import { CallError } from '../../data/core/call-error.ts'
import { verifyMfa, type MfaBegun } from '../../data/person/mfa.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { CodeBoxes, codeFrom, noDigits } from '../../ui/form/code-boxes.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { countdownText } from '../../ui/text/time-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { useNow } from '../../ui/text/use-now.ts'
import forms from '../../ui/form/form.module.css'
import classes from './security.module.css'

const QrPicture = lazy(() => import('./qr-picture.tsx').then(({ QrPicture }) => ({ default: QrPicture })))
const MFA_FAILED = codeOf('second-step-failed')

interface ProveCodeProps {
  begun: MfaBegun
  onAgain: () => Promise<void>
  onProven: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Shows what belongs to the second step that was begun, and takes the code that proves that it works. */
export function ProveCode({ begun, onAgain, onProven, onClose }: ProveCodeProps) {
  const { t } = useLingui()
  const isApp = begun.category === 'app'
  const [digits, setDigits] = useState(noDigits)
  const [mailed, setMailed] = useState('')
  const [trouble, setTrouble] = useState<ReactNode>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [trouble])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = mfaVerify.input.safeParse({ mfaId: begun.mfaId, dynamicCode: isApp ? codeFrom(digits) : mailed })
    if (!input.success) return setTrouble(isApp ? <Trans>The code has 6 digits.</Trans> : <Trans>The code has 6 characters.</Trans>)
    setBusy(true)
    try {
      const recoveryCodes = await verifyMfa(begun.mfaId, input.data.dynamicCode)
      say('done', t`Two-step sign-in is on.`)
      onProven(recoveryCodes)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble(error.code === MFA_FAILED ? <Trans>The code is wrong. Enter the newest one.</Trans> : errorText(error))
      setDigits(noDigits)
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={forms['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
      {begun.category === 'app' ? <AppSecret {...begun} /> : <MailSent key={begun.mfaId} {...begun} onAgain={onAgain} />}
      {isApp ? (
        <CodeBoxes
          label={t`Code that the app shows`}
          digits={digits}
          error={trouble}
          autoFocus
          onChange={(next) => {
            setDigits(next)
            setTrouble(undefined)
          }}
        />
      ) : (
        <TextInput
          label={t`Code in the e-mail`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={lengths.emailCode}
          autoFocus
          value={mailed}
          error={trouble}
          onChange={(event) => {
            setMailed(event.currentTarget.value.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase())
            setTrouble(undefined)
          }}
        />
      )}
      <div className={forms['buttons']}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isBusy}>
          <Trans>Turn on</Trans>
        </Button>
      </div>
    </form>
  )
}

function AppSecret({ secret, otpauthUri }: { secret: string; otpauthUri: string }) {
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <>
      <p className={forms['text']}>
        <Trans>Scan this picture with your authenticator app. It is drawn on this computer and sent nowhere.</Trans>
      </p>
      <div className={classes['qr']}>
        <Suspense>
          <QrPicture text={otpauthUri} />
        </Suspense>
      </div>
      <p className={classes['secret']}>
        <Trans>Or type this key into the app:</Trans> <code>{groups}</code>{' '}
        <a href={otpauthUri}>
          <Trans>Open an app on this device</Trans>
        </a>
      </p>
    </>
  )
}

function MailSent({ resendAfterMs, onAgain }: { resendAfterMs: number; onAgain: () => Promise<void> }) {
  const [againAtMs] = useState(() => Date.now() + resendAfterMs)
  const [trouble, setTrouble] = useState<ReactNode>()
  const left = againAtMs - useNow()
  const time = countdownText(left)
  async function again() {
    try {
      await onAgain()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble(errorText(error))
    }
  }
  return (
    <>
      <p className={forms['text']}>
        <Trans>A code is on its way to your e-mail address.</Trans>
      </p>
      <div>
        <Button variant="default" size="sm" disabled={left > 0} onClick={() => void again()}>
          {left > 0 ? <Trans>Send again in {time}</Trans> : <Trans>Send again</Trans>}
        </Button>
      </div>
      {trouble && (
        <p className={forms['trouble']} role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}
