import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { codeOf } from '#contract/errors.ts'
import type { CallError } from '../../data/core/call-error.ts'
import { isImageCodeFault } from '../../data/person/use-image-code.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import { ImageCodeField } from '../../ui/form/image-code-field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { failureText } from './failure-text.tsx'
import { LockNotice } from './lock-notice.tsx'
import { useSignIn, type Attempt } from './use-sign-in.ts'

const MfaDialog = lazy(() => import('./mfa-dialog.tsx').then(({ MfaDialog }) => ({ default: MfaDialog })))

type Place = 'name' | 'password' | 'code' | 'form'

/** Beside which field an error is said. */
function placeOf(error: CallError): Place {
  if (isImageCodeFault(error.code, true)) return 'code'
  if (error.code === codeOf('wrong-user-or-password')) return 'password'
  if (error.code === codeOf('account-not-activated') || error.code === codeOf('account-frozen') || error.detail.field === 'loginName')
    return 'name'
  return error.detail.field === 'password' ? 'password' : 'form'
}

/** Where the trouble of an attempt lies, and its sentence. */
function troubleOf(attempt: Attempt): { at: Place; text: ReactNode } | undefined {
  if (attempt.kind === 'failed') return { at: placeOf(attempt.error), text: failureText(attempt.error) }
  if (attempt.kind !== 'missing') return undefined
  if (attempt.field === 'name') return { at: 'name', text: <Trans>Enter your user name.</Trans> }
  if (attempt.field === 'password') return { at: 'password', text: <Trans>Enter your password.</Trans> }
  return { at: 'code', text: <Trans>Enter the characters in the picture.</Trans> }
}

/** Asks for name and password, and for what else the service wants. `userId` stands in the first field already. */
export function SignInForm({ userId = '' }: { userId?: string | undefined }) {
  const { t } = useLingui()
  const { attempt, image, submit, leaveSecondStep, forget } = useSignIn()
  const [name, setName] = useState(userId)
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const trouble = troubleOf(attempt)
  const textAt = (place: Place) => (trouble?.at === place ? trouble.text : undefined)

  useEffect(() => {
    const wanted = userId === '' ? 'username' : 'password'
    form.current?.querySelector<HTMLElement>(`[name="${wanted}"]`)?.focus()
  }, [userId])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  // The picture may come after the word that it is needed.
  const hasPicture = image.picture !== undefined
  useEffect(() => {
    if (hasPicture) form.current?.querySelector<HTMLElement>('[name="image-code"][aria-invalid="true"]')?.focus()
  }, [hasPicture])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit({ name, password })
  }

  return (
    <>
      <form ref={form} className={classes['form']} onSubmit={onSubmit} noValidate>
        <Field
          label={t`User name`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={textAt('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordField
          label={t`Password`}
          value={password}
          error={textAt('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {image.picture && (
          <ImageCodeField
            picture={image.picture.imgCodeImgData}
            value={image.text}
            error={textAt('code')}
            onChange={image.setText}
            onRefresh={() => void image.refresh()}
          />
        )}
        {attempt.kind === 'locked' && <LockNotice untilMs={attempt.untilMs} onEnd={forget} />}
        {textAt('form') && (
          <p className={classes['trouble']} role="alert">
            {textAt('form')}
          </p>
        )}
        <button
          type="submit"
          className={buttons['main']}
          disabled={attempt.kind === 'locked' || attempt.kind === 'trying'}
          aria-busy={attempt.kind === 'trying'}
        >
          {attempt.kind === 'trying' ? <Trans>Signing in…</Trans> : <Trans>Sign in</Trans>}
        </button>
      </form>
      {attempt.kind === 'second-step' && (
        <Suspense>
          <MfaDialog {...attempt} onLeave={(error) => void leaveSecondStep(error)} />
        </Suspense>
      )}
    </>
  )
}
