import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { mfaVerify } from '#contract/calls/account/mfa-verify.ts'
import { codeOf } from '#contract/errors.ts'
import { lengths } from '#contract/limits.ts'
import { verifyMfa, type MfaBegun } from '../../data/person/mfa.ts'
import { type Fault, faultOf } from '../../lib/fault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { CodeBoxes, codeFrom, noDigits } from '../../ui/form/code-boxes.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { countdownText } from '../../ui/text/time-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { useNow } from '../../ui/text/use-now.ts'
import forms from '../../ui/form/form.module.css'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { useForm } from '../../ui/form/use-form.ts'
import classes from './security.module.css'

const QrPicture = lazy(() => import('../../ui/page/qr-picture.tsx').then(({ QrPicture }) => ({ default: QrPicture })))
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
  const { form, values, set, trouble, isBusy } = useForm({
    initial: { digits: noDigits, mailed: '' },
    schema: mfaVerify.input,
    input: ({ digits, mailed }) => ({ mfaId: begun.mfaId, dynamicCode: isApp ? codeFrom(digits) : mailed }),
    words: { dynamicCode: isApp ? <Trans>The code has 6 digits.</Trans> : <Trans>The code has 6 characters.</Trans> },
    textOf: refusal,
    send: async ({ mfaId, dynamicCode }) => {
      const proven = verifyMfa(mfaId, dynamicCode)
      // A wrong one is typed anew as a whole.
      if (await faultOf(proven)) set('digits', noDigits)
      const recoveryCodes = await proven
      say('done', t`Two-step sign-in is on.`)
      onProven(recoveryCodes)
    },
  })
  // There is one field, which all that is wrong is said beside.
  const wrong = trouble.form

  return (
    <form className={forms['form']} {...form}>
      {begun.category === 'app' ? <AppSecret {...begun} /> : <MailSent key={begun.mfaId} {...begun} onAgain={onAgain} />}
      {isApp ? (
        <CodeBoxes
          label={t`Code that the app shows`}
          digits={values.digits}
          error={wrong}
          autoFocus
          onChange={(next) => set('digits', next)}
        />
      ) : (
        <TextInput
          label={t`Code in the e-mail`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={lengths.emailCode}
          autoFocus
          value={values.mailed}
          error={wrong}
          onChange={(event) => set('mailed', event.currentTarget.value.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase())}
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

function refusal(fault: Fault): ReactNode {
  return fault.code === MFA_FAILED ? <Trans>The code is wrong. Enter the newest one.</Trans> : errorText(fault)
}

function AppSecret({ secret, otpauthUri }: { secret: string; otpauthUri: string }) {
  const { t } = useLingui()
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <>
      <p className={forms['text']}>
        <Trans>Scan this picture with your authenticator app. It is drawn on this computer and sent nowhere.</Trans>
      </p>
      <div className={classes['qr']}>
        <Suspense>
          <QrPicture text={otpauthUri} label={t`QR code for the authenticator app`} />
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
  const { trouble, run } = useAction()
  const left = againAtMs - useNow()
  const time = countdownText(left)
  return (
    <>
      <p className={forms['text']}>
        <Trans>A code is on its way to your e-mail address.</Trans>
      </p>
      <div>
        <Button variant="default" size="sm" disabled={left > 0} onClick={() => void run(onAgain)}>
          {left > 0 ? <Trans>Send again in {time}</Trans> : <Trans>Send again</Trans>}
        </Button>
      </div>
      <TroubleLine text={trouble} />
    </>
  )
}
