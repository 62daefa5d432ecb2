import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Contact } from '#contract/calls/contact/contact.ts'
import { deleteContact } from '../../data/organization/contacts.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'

/** Asks before a contact is deleted, and says first which rules and devices send there. */
export function DeleteContact({
  contact: { contactId, name, email, usedBy, devices },
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
      {usedBy.length + devices.length === 0 && (
        <p className={forms['text']}>
          <Trans>Nothing sends to {email}.</Trans>
        </p>
      )}
      <Senders names={usedBy}>
        <Plural
          value={usedBy.length}
          one="# alarm rule sends to this address, and goes on doing so until it is changed:"
          other="# alarm rules send to this address, and go on doing so until they are changed:"
        />
      </Senders>
      <Senders names={devices}>
        <Plural
          value={devices.length}
          one="# device tells this address of its outages, and goes on doing so until its notifications are changed:"
          other="# devices tell this address of their outages, and go on doing so until their notifications are changed:"
        />
      </Senders>
    </Question>
  )
}

/** What sends to an address, by name, under a sentence that says so. */
function Senders({ names, children }: { names: readonly string[]; children: ReactNode }) {
  if (names.length === 0) return null
  return (
    <>
      <p className={forms['text']}>{children}</p>
      <ul className={forms['text']}>
        {names.map((name, place) => (
          <li key={`${place} ${name}`}>{name}</li>
        ))}
      </ul>
    </>
  )
}
