import { Trans, useLingui } from '@lingui/react/macro'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { type Contact } from '#contract/calls/contact/contact.ts'
import { lengths } from '#contract/limits.ts'
import { draftOf } from '../../data/query/draft.ts'
import { addContact, editContact } from '../../data/organization/contacts.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import forms from '../../ui/form/form.module.css'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** Where the error of a call is told. */
const fieldOfError = { 'contact-name-taken': 'name' } as const

/** Adds a contact, or changes the given one. */
export function ContactForm({
  contact,
  offlineReason,
  onClose,
}: {
  contact?: Contact
  offlineReason: string | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const { values, form, field, trouble, isBusy, drop } = useForm({
    draft: draftOf(contact === undefined ? 'add-contact' : `contact-${contact.contactId}`),
    initial: { name: contact?.name ?? '', email: contact?.email ?? '', phone: contact?.phone ?? '' },
    schema: contactAdd.input,
    fieldOfError,
    send: async (fields) => {
      const { name } = fields
      if (contact === undefined) await addContact(fields)
      else await editContact({ contactId: contact.contactId, ...fields })
      say('done', contact === undefined ? t`“${name}” is added.` : t`“${name}” is saved.`)
      onClose()
    },
  })
  const isMoved = contact !== undefined && values.email.trim().toLowerCase() !== contact.email
  function cancel() {
    drop()
    onClose()
  }

  return (
    <Dialog title={contact === undefined ? <Trans>Add a contact</Trans> : <Trans>Change a contact</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Name`} autoComplete="off" maxLength={lengths.personName} autoFocus {...field('name')} />
        <TextInput label={t`E-mail`} type="email" autoComplete="off" maxLength={lengths.email} {...field('email')} />
        <TextInput label={t`Phone`} type="tel" autoComplete="off" {...field('phone')} />
        {(contact === undefined || isMoved) && (
          <p className={forms['text']}>
            <Trans>
              Somebody outside of the organization is asked by e-mail first. Alarms are sent there once the link in it was opened.
            </Trans>
          </p>
        )}
        {isMoved && contact.usedBy.length + contact.devices.length > 0 && (
          <p className={forms['text']}>
            <Trans>What sends to {contact.email} goes on sending there.</Trans>
          </p>
        )}
        <FormFoot trouble={trouble.form} onCancel={cancel}>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            {contact === undefined ? <Trans>Add contact</Trans> : <Trans>Save</Trans>}
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
