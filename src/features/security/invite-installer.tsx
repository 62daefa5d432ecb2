import { Trans, useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { languages } from '#contract/enums.ts'
import { lengths } from '#contract/limits.ts'
import { coreState } from '../../data/core/core.ts'
import { draftOf } from '../../data/query/draft.ts'
import { inviteUser } from '../../data/organization/users.ts'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { languageNames } from '../../ui/text/language-names.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'

/** What an error of the service says is about the address. */
const fieldOfError = { 'email-has-account': 'email', 'invited-already': 'email' } as const

/** Invites a company by e-mail to be the organization's installer. */
export function InviteInstaller({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { isServiceReachable } = useSnapshot(coreState)
  const { form, field, trouble, isBusy, drop } = useForm({
    draft: draftOf('invite-installer'),
    initial: { email: '', language: i18n.locale },
    schema: userInvite.input,
    input: (typed) => ({ ...typed, kind: 'installer' }),
    fieldOfError,
    send: async (input) => {
      const { email } = input
      await inviteUser(input)
      say('done', t`The invitation is on its way to ${email}.`)
      onClose()
    },
  })
  function cancel() {
    drop()
    onClose()
  }
  return (
    <Dialog title={<Trans>Invite an installer</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`E-mail`} type="email" autoComplete="off" maxLength={lengths.email} {...field('email')} />
        <Select
          label={t`Language of the e-mail`}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...field('language')}
        />
        <FormFoot trouble={trouble.form} onCancel={cancel}>
          <OnlineButton
            type="submit"
            loading={isBusy}
            offlineReason={isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`}
          >
            <Trans>Invite</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
