import { Trans, useLingui } from '@lingui/react/macro'
import type { ExternalRecipient } from '#contract/calls/contact/external-recipient.ts'
import { removeExternalRecipient } from '../../data/organization/external-recipients.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'

/** Asks before an address is taken out everywhere, and says first what goes there now. */
export function RemoveRecipient({
  recipient: { email, contacts, rules, devices, shares },
  offlineReason,
  onClose,
}: {
  recipient: ExternalRecipient
  offlineReason: string | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const [ofContacts, ofRules, ofDevices] = [contacts, rules, devices].map((names) => names.join(', '))
  return (
    <Question
      title={t`Take ${email} out everywhere?`}
      answer={<Trans>Take out</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        await removeExternalRecipient(email)
        say('done', t`Nothing goes to ${email} any more.`)
        onClose()
      }}
      onClose={onClose}
    >
      <ul className={forms['text']}>
        {contacts.length > 0 && (
          <li>
            <Trans>Contacts that are deleted: {ofContacts}</Trans>
          </li>
        )}
        {rules.length > 0 && (
          <li>
            <Trans>Alarm rules that send there no more: {ofRules}</Trans>
          </li>
        )}
        {devices.length > 0 && (
          <li>
            <Trans>Devices whose outages are told there no more: {ofDevices}</Trans>
          </li>
        )}
        {shares > 0 && (
          <li>
            <Trans>Links to clips that are revoked: {shares}</Trans>
          </li>
        )}
      </ul>
      <p className={forms['text']}>
        <Trans>This cannot be taken back. Whoever is to get alarms there again has to agree anew.</Trans>
      </p>
    </Question>
  )
}
