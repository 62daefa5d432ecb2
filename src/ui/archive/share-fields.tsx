import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { archiveLimits, shareDurations } from '#contract/archives.ts'
import { Select } from '../controls/select.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { Textarea } from '../controls/textarea.tsx'
import type { TextField } from '../form/use-form.ts'

/** Ends when somebody says, instead of after one of the usual times. */
const CUSTOM = 'custom'

/** How something is shared, as a form has it: all of it texts. */
export interface WrittenShare {
  emails: string
  message: string
  durationMinutes: string
  expiresAtMs: string
  password: string
  mostViews: string
}

export const usualShare: WrittenShare = {
  emails: '',
  message: '',
  durationMinutes: String(shareDurations.days7),
  expiresAtMs: '',
  password: '',
  mostViews: '',
}

/** What is sent of it. */
export function sentShare({ emails, message, durationMinutes, expiresAtMs, password, mostViews }: WrittenShare) {
  return {
    ...(password !== '' && { password }),
    ...(mostViews.trim() !== '' && { mostViews: Number(mostViews) }),
    message,
    // What is typed is a time of this machine.
    ...(durationMinutes === CUSTOM && { expiresAtMs: Date.parse(expiresAtMs) }),
    durationMinutes: durationMinutes === CUSTOM ? shareDurations.days7 : Number(durationMinutes),
    emails: emails.split(/[\s,;，；]+/).filter((one) => one !== ''),
  }
}

/** What is said beside these fields. */
export function useShareWords() {
  const { t } = useLingui()
  const { least } = archiveLimits.sharePassword
  const most = archiveLimits.mostViews
  return {
    expiresAtMs: t`A day and a time that is still to come.`,
    password: t`At least ${least} characters.`,
    mostViews: t`A whole number from 1 to ${most}.`,
  }
}

interface ShareFieldsProps {
  field: (name: keyof WrittenShare) => TextField
  /** It is the first of the form. */
  isFirst?: boolean
  children?: ReactNode
}

/** To whom, for how long, and how carefully something is shared. `children` stand behind its time. */
export function ShareFields({ field, isFirst = false, children }: ShareFieldsProps) {
  const { t } = useLingui()
  const { error: _none, ...duration } = field('durationMinutes')
  return (
    <>
      <TextInput
        label={t`E-mail addresses, with commas between`}
        description={t`Each gets a link of their own, which you can revoke by itself. Without any you only get a link.`}
        data-autofocus={isFirst || undefined}
        inputMode="email"
        {...field('emails')}
      />
      <Textarea label={t`Message`} rows={3} maxLength={archiveLimits.messageLength} {...field('message')} />
      <Select
        label={t`Can be opened for`}
        data={[
          { value: String(shareDurations.minutes30), label: t`30 minutes` },
          { value: String(shareDurations.hours2), label: t`2 hours` },
          { value: String(shareDurations.hours10), label: t`10 hours` },
          { value: String(shareDurations.hours24), label: t`24 hours` },
          { value: String(shareDurations.days7), label: t`7 days` },
          { value: CUSTOM, label: t`Until a moment of your choice` },
          { value: String(shareDurations.permanent), label: t`Until it is revoked` },
        ]}
        {...duration}
      />
      {duration.value === CUSTOM && <TextInput type="datetime-local" label={t`Can be opened until`} {...field('expiresAtMs')} />}
      {children}
      <TextInput
        label={t`Password, if you want one`}
        autoComplete="off"
        maxLength={archiveLimits.sharePassword.most}
        {...field('password')}
      />
      <TextInput
        label={t`May be opened so many times`}
        inputMode="numeric"
        placeholder={t`As often as one likes`}
        {...field('mostViews')}
      />
    </>
  )
}
