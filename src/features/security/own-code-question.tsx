import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { loginCode, type LoginType } from '#contract/calls/account/mfa.ts'
import { lengths } from '#contract/limits.ts'
import { coreState } from '../../data/core/core.ts'
import { sendOwnCode, type ShownSelf } from '../../data/person/mfa.ts'
import { sendingAfter, type CodeSending } from '../../lib/code-sending.ts'
import { type Fault, faultOf } from '../../lib/fault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { EmailCodeField } from '../../ui/form/email-code-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { errorText, sendFailedText } from '../../ui/text/error-text.ts'

interface OwnCodeQuestionProps {
  title: ReactNode
  confirm: ReactNode
  isDanger?: boolean
  password: string
  types: readonly LoginType[]
  onConfirm: (shown: ShownSelf) => Promise<void>
  onClose: () => void
}

/** Asks for a code of one's own second step, after the password. With the app out of reach a recovery code does, or one by e-mail. */
export function OwnCodeQuestion({ title, confirm, isDanger, password, types, onConfirm, onClose }: OwnCodeQuestionProps) {
  const { t } = useLingui()
  const { session } = useSnapshot(coreState)
  const loginName = session.kind === 'signed-in' ? session.user.loginName : ''
  const [type, setType] = useState<LoginType>(types.includes('OTP') ? 'OTP' : 'DYNAMIC_CODE')
  const [sending, setSending] = useState<CodeSending>({ kind: 'unset' })
  const [isAsking, setAsking] = useState(false)
  const { form, field, values, set, trouble, attempt, isBusy } = useForm({
    initial: { code: '' },
    schema: z.object({ code: loginCode }),
    words: { code: <Trans>Enter the code.</Trans> },
    fieldOfError: { 'authenticator-code-wrong': 'code', 'email-code-wrong': 'code', 'code-expired': 'code', 'code-used': 'code' },
    textOf: refusal,
    send: ({ code }) => onConfirm({ password, loginTypeEnum: type, dynamicCode: code }),
  })
  async function send() {
    setAsking(true)
    const work = sendOwnCode(loginName).then((resendAfterMs) => setSending({ kind: 'sent', againAtMs: Date.now() + resendAfterMs }))
    const fault = await faultOf(work)
    if (fault) setSending((before) => sendingAfter(fault) ?? before)
    await attempt(() => work, sendFailedText).finally(() => setAsking(false))
  }
  function byMail() {
    setType('DYNAMIC_CODE')
    set('code', '')
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <p className={forms['text']}>
          <Trans>A password alone is not enough for this. Show by your second step as well that it is you.</Trans>
        </p>
        {type === 'OTP' ? (
          <Field
            label={t`Code of your app, or a recovery code`}
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
            maxLength={lengths.loginCode}
            {...field('code')}
          />
        ) : (
          <EmailCodeField
            value={values.code}
            error={trouble.code}
            sending={sending}
            isBusy={isAsking}
            onChange={(code) => set('code', code)}
            onSend={() => void send()}
          />
        )}
        {type === 'OTP' && types.includes('DYNAMIC_CODE') && (
          <div>
            <Button variant="default" size="sm" onClick={byMail}>
              <Trans>Use a code by e-mail instead</Trans>
            </Button>
          </div>
        )}
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" className={isDanger ? forms['danger'] : undefined} loading={isBusy}>
            {confirm}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

function refusal(fault: Fault): ReactNode {
  const { attemptsLeft } = fault.detail
  if (attemptsLeft === undefined) return errorText(fault)
  return (
    <>
      {errorText(fault)} <Plural value={attemptsLeft} one="# attempt left." other="# attempts left." />
    </>
  )
}
