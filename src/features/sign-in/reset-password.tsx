import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { emailCode, imageCodeFields, loginName } from '#contract/calls/account/dynamic-code.ts'
import { newPassword } from '#contract/rules.ts'
import { CallError } from '../../data/call-error.ts'
import { resetPassword, sendResetCode } from '../../data/sign-in-steps.ts'
import { isImageCodeFault, useImageCode } from '../../data/use-image-code.ts'
import buttons from '../../ui/button.module.css'
import { sendingAfter, type CodeSending } from '../../ui/code-sending.tsx'
import { EmailCodeField } from '../../ui/email-code-field.tsx'
import classes from '../../ui/entrance.module.css'
import { errorText } from '../../ui/error-text.ts'
import { Field } from '../../ui/field.tsx'
import { ImageCodeField } from '../../ui/image-code-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { say } from '../../ui/toast-store.ts'
import { useFields } from '../../ui/use-fields.ts'

const beforeSending = z.object({ loginName, imgCode: imageCodeFields.imgCode })
const codeFaults: ReadonlySet<number> = new Set([1008, 1009, 33811])

/** Sends a code to the address of the account, and sets a new password with it. `onDone` hears the name whose password it is. */
export function ResetPassword({ userId = '', onDone }: { userId?: string | undefined; onDone: (name: string) => void }) {
  const { t } = useLingui()
  const { form, values, trouble, set, check, refuse, field } = useFields({
    loginName: userId,
    imgCode: '',
    dynamicCode: '',
    password: '',
    repeated: '',
  })
  const [sending, setSending] = useState<CodeSending>({ kind: 'unset' })
  const [busy, setBusy] = useState<'sending' | 'saving'>()
  const image = useImageCode((error) => refuse({ form: errorText(error) }))
  const code = useRef<HTMLInputElement>(null)
  const begin = useEffectEvent(() => void image.refresh())
  useEffect(() => {
    begin()
    form.current?.querySelector('input')?.focus()
  }, [form])

  /** A picture is good for one attempt. */
  async function anotherPicture() {
    set('imgCode', '')
    await image.refresh()
  }

  async function onSend() {
    if (busy !== undefined || !check(beforeSending)) return
    setBusy('sending')
    try {
      const proof = { idCode: image.picture?.idCode ?? '', imgCode: values.imgCode }
      const { resendAfterMs } = await sendResetCode({ loginName: values.loginName, ...proof })
      setSending({ kind: 'sent', againAtMs: Date.now() + resendAfterMs })
      code.current?.focus()
      await anotherPicture()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Before the complaint, so that what is typed next is for the picture that stays.
      await anotherPicture()
      setSending((before) => sendingAfter(error) ?? before)
      refuse({ [isImageCodeFault(error.code, true) ? 'imgCode' : 'form']: errorText(error) })
    } finally {
      setBusy(undefined)
    }
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const isWhole = z.intersection(z.object({ loginName, dynamicCode: emailCode }), newPassword)
    if (busy === 'saving' || !check(isWhole)) return
    setBusy('saving')
    try {
      await resetPassword({ loginName: values.loginName, dynamicCode: values.dynamicCode, password: values.password })
      say('done', t`The new password is set. Sign in with it.`)
      onDone(values.loginName.trim())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refuse({ [codeFaults.has(error.code) ? 'dynamicCode' : 'form']: errorText(error) })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <>
      <p className={classes['subtitle']}>
        <Trans>We send a code to the e-mail address of your account.</Trans>
      </p>
      <form ref={form} className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <Field label={t`User name`} autoComplete="username" autoCapitalize="none" spellCheck={false} {...field('loginName')} />
        <ImageCodeField
          picture={image.picture?.imgCodeImgData}
          value={values.imgCode}
          error={trouble.imgCode}
          onChange={(text) => set('imgCode', text)}
          onRefresh={() => void image.refresh()}
        />
        <EmailCodeField
          inputRef={code}
          value={values.dynamicCode}
          error={trouble.dynamicCode}
          sending={sending}
          isBusy={busy === 'sending'}
          onChange={(text) => set('dynamicCode', text)}
          onSend={() => void onSend()}
        />
        <PasswordField label={t`New password`} purpose="new-password" {...field('password')} />
        <PasswordField label={t`New password, once more`} purpose="new-password" {...field('repeated')} />
        {trouble.form && (
          <p className={classes['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
        <button type="submit" className={buttons['main']} aria-busy={busy === 'saving'}>
          <Trans>Set the new password</Trans>
        </button>
      </form>
    </>
  )
}
