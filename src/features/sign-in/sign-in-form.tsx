import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import { ImageCodeField } from '../../ui/form/image-code-field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { LockNotice } from './lock-notice.tsx'
import { useSignIn } from './use-sign-in.tsx'

const MfaDialog = lazy(() => import('./mfa-dialog.tsx').then(({ MfaDialog }) => ({ default: MfaDialog })))

/** Asks for name and password, and for what else the service wants. `userId` stands in the first field already. */
export function SignInForm({ userId = '' }: { userId?: string | undefined }) {
  const { t } = useLingui()
  const { form, field, values, set, trouble, isBusy, next, picture, anotherPicture, leaveSecondStep, forget } = useSignIn(userId)
  const { ref } = form

  useEffect(() => {
    const wanted = userId === '' ? 'username' : 'password'
    ref.current?.querySelector<HTMLElement>(`[name="${wanted}"]`)?.focus()
  }, [ref, userId])
  // The picture may come after the word that it is needed.
  const hasPicture = picture !== undefined
  useEffect(() => {
    if (hasPicture) ref.current?.querySelector<HTMLElement>('[name="image-code"][aria-invalid="true"]')?.focus()
  }, [ref, hasPicture])

  return (
    <>
      <form className={classes['form']} {...form}>
        <Field
          label={t`User name`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('loginName')}
          name="username"
        />
        <PasswordField label={t`Password`} {...field('password')} />
        {picture && (
          <ImageCodeField
            picture={picture.imgCodeImgData}
            value={values.imgCode}
            error={trouble.imgCode}
            onChange={(text) => set('imgCode', text)}
            onRefresh={anotherPicture}
          />
        )}
        {next?.kind === 'locked' && <LockNotice untilMs={next.untilMs} onEnd={forget} />}
        <TroubleLine text={trouble.form} />
        <button type="submit" className={buttons['main']} disabled={next?.kind === 'locked' || isBusy} aria-busy={isBusy}>
          {isBusy ? <Trans>Signing in…</Trans> : <Trans>Sign in</Trans>}
        </button>
      </form>
      {next?.kind === 'second-step' && (
        <Suspense>
          <MfaDialog {...next} onLeave={leaveSecondStep} />
        </Suspense>
      )}
    </>
  )
}
