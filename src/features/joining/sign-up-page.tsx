import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { email, emailCode, imageCodeFields } from '#contract/calls/account/dynamic-code.ts'
import { name, newPassword } from '#contract/rules.ts'
import { CallError } from '../../data/call-error.ts'
import { registerOrganization, sendRegisterCode } from '../../data/joining.ts'
import { isImageCodeFault, useImageCode } from '../../data/use-image-code.ts'
import { sendingAfter, type CodeSending } from '../../ui/code-sending.tsx'
import { EmailCodeField } from '../../ui/email-code-field.tsx'
import classes from '../../ui/entrance.module.css'
import { errorText } from '../../ui/error-text.ts'
import { Field } from '../../ui/field.tsx'
import { shownLanguage } from '../../ui/i18n.ts'
import { ImageCodeField } from '../../ui/image-code-field.tsx'
import { AccountFields, useAccountForm } from './account-fields.tsx'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'
import { SignedInNote } from './signed-in-note.tsx'
import { useEnter } from './use-enter.ts'

const beforeSending = z.object({ email, imgCode: imageCodeFields.imgCode })
const schema = z.intersection(z.object({ email, dynamicCode: emailCode, organizationName: name(), alias: name(32) }), newPassword)

/** Registers an organization: first the address is proved by a code, then the rest is asked for. */
export function SignUpPage() {
  const { t } = useLingui()
  const enter = useEnter()
  const account = useAccountForm({
    initial: {},
    schema,
    send: async ({ email, dynamicCode, organizationName, alias, password }) => {
      const input = { email, dynamicCode, organizationName, alias, password, language: shownLanguage() }
      enter(await registerOrganization(input), email.trim())
    },
  })
  const { form, values, trouble, set, check, refuse, field } = account
  const [sending, setSending] = useState<CodeSending>({ kind: 'unset' })
  const [isSending, setIsSending] = useState(false)
  const code = useRef<HTMLInputElement>(null)
  const image = useImageCode((error) => refuse({ form: errorText(error) }))
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
    if (isSending || !check(beforeSending)) return
    setIsSending(true)
    try {
      const proof = { idCode: image.picture?.idCode ?? '', imgCode: values.imgCode }
      const { resendAfterMs } = await sendRegisterCode({ loginName: values.email, language: shownLanguage(), ...proof })
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
      setIsSending(false)
    }
  }

  return (
    <JoinPage title={<Trans>Register an organization</Trans>}>
      <p className={own['lead']}>
        <Trans>You become its administrator. Your e-mail address is the name with which you sign in.</Trans>
      </p>
      <SignedInNote />
      <form ref={form} className={classes['form']} onSubmit={(event) => void account.onSubmit(event)} noValidate>
        <Field label={t`E-mail address`} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...field('email')} />
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
          isBusy={isSending}
          onChange={(text) => set('dynamicCode', text)}
          onSend={() => void onSend()}
        />
        <Field label={t`Name of the organization`} autoComplete="organization" maxLength={64} {...field('organizationName')} />
        <AccountFields account={account} button={<Trans>Register</Trans>} />
      </form>
      <p className={classes['ways']}>
        <Link className={classes['way']} to="/login">
          <Trans>I have an account: sign in</Trans>
        </Link>
      </p>
    </JoinPage>
  )
}
