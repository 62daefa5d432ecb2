import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Contact } from '#contract/calls/contact/contact.ts'
import { deleteContact } from '../../data/organization/contacts.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'

/** Asks before a contact is deleted, and says first which rules send there. */
export function DeleteContact({
  contact: { contactId, name, email, usedBy },
  offlineReason,
  onClose,
}: {
  contact: Contact
  offlineReason: string | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <Question
      title={t`Delete “${name}”?`}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        await deleteContact(contactId)
        say('done', t`“${name}” is deleted.`)
        onClose()
      }}
      onClose={onClose}
    >
      {usedBy.length === 0 ? (
        <p className={forms['text']}>
          <Trans>No alarm rule sends to {email}.</Trans>
        </p>
      ) : (
        <>
          <p className={forms['text']}>
            <Plural
              value={usedBy.length}
              one="# alarm rule sends to this address, and goes on doing so until it is changed:"
              other="# alarm rules send to this address, and go on doing so until they are changed:"
            />
          </p>
          <ul className={forms['text']}>
            {usedBy.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
    </Question>
  )
}
