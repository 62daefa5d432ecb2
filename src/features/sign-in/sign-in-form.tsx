import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { CallError } from '../../data/call-error.ts'
import buttons from '../../ui/button.module.css'
import { errorText } from '../../ui/error-text.ts'
import { Field } from '../../ui/field.tsx'
import { ImageCodeField } from './image-code-field.tsx'
import { LockNotice } from './lock-notice.tsx'
import { PasswordField } from './password-field.tsx'
import { isImageCodeFault, useSignIn, type Attempt } from './use-sign-in.ts'
import classes from './sign-in.module.css'

type Place = 'name' | 'password' | 'code' | 'form'

/** Beside which field an error is said. */
function placeOf(error: CallError): Place {
  if (isImageCodeFault(error.code)) return 'code'
  if (error.code === 20005) return 'password'
  if (error.code === 7010 || error.code === 7011 || error.detail.field === 'loginName') return 'name'
  return error.detail.field === 'password' ? 'password' : 'form'
}

function failureText(error: CallError): ReactNode {
  const left = error.detail.attemptsLeft
  if (left === undefined) return errorText(error)
  return (
    <>
      {errorText(error)} <Plural value={left} one="# attempt left." other="# attempts left." />
    </>
  )
}

/** Where the trouble of an attempt lies, and its sentence. */
function troubleOf(attempt: Attempt): { at: Place; text: ReactNode } | undefined {
  if (attempt.kind === 'failed') return { at: placeOf(attempt.error), text: failureText(attempt.error) }
  if (attempt.kind !== 'missing') return undefined
  if (attempt.field === 'name') return { at: 'name', text: <Trans>Enter your user name.</Trans> }
  if (attempt.field === 'password') return { at: 'password', text: <Trans>Enter your password.</Trans> }
  return { at: 'code', text: <Trans>Enter the characters in the picture.</Trans> }
}

export function SignInForm() {
  const { t } = useLingui()
  const { attempt, imageCode, submit, refreshImageCode, forget } = useSignIn()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const trouble = troubleOf(attempt)
  const textAt = (place: Place) => (trouble?.at === place ? trouble.text : undefined)

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  useEffect(() => setCode(''), [imageCode])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit({ name, password, code })
  }

  return (
    <form ref={form} className={classes['form']} onSubmit={onSubmit} noValidate>
      <Field
        label={t`User name`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={name}
        error={textAt('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordField value={password} error={textAt('password')} onChange={setPassword} />
      {imageCode && (
        <ImageCodeField
          picture={imageCode.imgCodeImgData}
          value={code}
          error={textAt('code')}
          onChange={setCode}
          onRefresh={() => void refreshImageCode()}
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
  )
}
