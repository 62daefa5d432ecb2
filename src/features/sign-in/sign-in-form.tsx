import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { CallError } from '../../data/call-error.ts'
import { errorText } from '../../ui/error-text.ts'
import { ImageCodeField } from './image-code-field.tsx'
import { LockNotice } from './lock-notice.tsx'
import { isImageCodeFault, useSignIn, type Attempt } from './use-sign-in.ts'
import classes from './sign-in.module.css'

type Field = 'name' | 'password' | 'code' | 'form'

/** Beside which field an error is said. */
function fieldOf(error: CallError): Field {
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
function troubleOf(attempt: Attempt): { at: Field; text: ReactNode } | undefined {
  if (attempt.kind === 'failed') return { at: fieldOf(attempt.error), text: failureText(attempt.error) }
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
  const [capsLock, setCapsLock] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const trouble = troubleOf(attempt)
  const textAt = (field: Field) => (trouble?.at === field ? trouble.text : undefined)

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  useEffect(() => setCode(''), [imageCode])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit({ name, password, code })
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <form ref={form} className={classes['form']} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t`User name`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        autoFocus
        value={name}
        error={textAt('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordInput
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        size="md"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        value={password}
        error={textAt('password')}
        aria-invalid={trouble?.at === 'password'}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
      />
      {capsLock && (
        <p className={classes['hint']} role="status">
          <Trans>Caps Lock is on.</Trans>
        </p>
      )}
      {imageCode && (
        <ImageCodeField picture={imageCode.imgCodeImgData} value={code} error={textAt('code')} onChange={setCode} onRefresh={() => void refreshImageCode()} />
      )}
      {attempt.kind === 'locked' && <LockNotice untilMs={attempt.untilMs} onEnd={forget} />}
      {textAt('form') && (
        <p className={classes['trouble']} role="alert">
          {textAt('form')}
        </p>
      )}
      <Button type="submit" size="md" fullWidth loading={attempt.kind === 'trying'} disabled={attempt.kind === 'locked'}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  )
}
