import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { lengths } from '#contract/limits.ts'
import type { CodeSending } from '../../lib/code-sending.ts'
import { SendCodeButton } from './code-sending.tsx'
import { Field } from './field.tsx'
import classes from './code-sending.module.css'

/** Letters and digits of what was typed or pasted, in capitals, as many as a code has (rule 5.5). */
function codeIn(text: string): string {
  return text
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .slice(0, lengths.emailCode)
    .toUpperCase()
}

/** The code of an e-mail, with the button that sends it. */
export function EmailCodeField({
  inputRef,
  value,
  error,
  sending,
  isBusy,
  onChange,
  onSend,
}: {
  inputRef?: Ref<HTMLInputElement>
  value: string
  error: ReactNode
  sending: CodeSending
  isBusy: boolean
  onChange: (code: string) => void
  onSend: () => void
}) {
  const { t } = useLingui()
  return (
    <div className={classes['row']}>
      <Field
        ref={inputRef}
        label={t`Code from the e-mail`}
        name="email-code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(codeIn(event.currentTarget.value))}
      />
      <SendCodeButton sending={sending} isBusy={isBusy} onSend={onSend} />
      {sending.kind === 'sent' && sending.isOnItsWay && (
        <p className={classes['note']} role="status">
          <Trans>No further e-mail was sent: the one of some minutes ago has the code.</Trans>
        </p>
      )}
    </div>
  )
}
