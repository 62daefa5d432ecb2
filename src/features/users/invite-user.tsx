import { Trans, useLingui } from '@lingui/react/macro'
import { roles } from '#contract/access.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { languages } from '#contract/enums.ts'
import { lengths } from '#contract/limits.ts'
import { draftOf } from '../../data/query/draft.ts'
import { inviteUser } from '../../data/organization/users.ts'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { languageNames } from '../../ui/text/language-names.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { roleNames } from '../../ui/text/role-names.ts'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { SiteChoice } from './site-choice.tsx'
import { useOfflineReason } from './use-offline-reason.ts'

/** What an error of the service says is about the address. */
const fieldOfError = {
  'email-has-account': 'email',
  'invited-already': 'email',
  'user-exists': 'email',
} as const

/** Invites by e-mail: one person, with a role and the sites to begin with, another company, or the installer. */
export function InviteUser({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const offlineReason = useOfflineReason()
  const { values, set, form, field, trouble, isBusy, drop } = useForm({
    draft: draftOf('invite-user'),
    initial: { kind: 'user', email: '', alias: '', role: 'site-operator', language: i18n.locale, siteIds: '' },
    schema: userInvite.input,
    input: (typed) =>
      typed.kind === 'user' ? { ...typed, sites: sitesOf(typed) } : { kind: typed.kind, email: typed.email, language: typed.language },
    fieldOfError,
    send: async (input) => {
      const { email } = input
      await inviteUser(input)
      say('done', t`The invitation is on its way to ${email}.`)
      onClose()
    },
  })
  const siteIds = idsOf(values.siteIds)
  const isUser = values.kind === 'user'
  const isAdministrator = values.role === 'administrator'
  function cancel() {
    drop()
    onClose()
  }

  return (
    <Dialog title={<Trans>Invite a user</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`E-mail`} type="email" autoComplete="off" maxLength={lengths.email} autoFocus {...field('email')} />
        <Select
          label={t`Who`}
          data={[
            { value: 'user', label: t`A user of the organization` },
            { value: 'company', label: t`Another company, which gets an organization of its own` },
            { value: 'installer', label: t`The installer` },
          ]}
          {...field('kind')}
        />
        {isUser && <TextInput label={t`Name`} autoComplete="off" maxLength={lengths.personName} {...field('alias')} />}
        {isUser && <Select label={t`Role`} data={roles.map((value) => ({ value, label: i18n._(roleNames[value]) }))} {...field('role')} />}
        {isUser && !isAdministrator && <SiteChoice value={siteIds} onChange={(ids) => set('siteIds', ids.join(' '))} />}
        <Select
          label={t`Language of the e-mail`}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...field('language')}
        />
        <FormFoot trouble={trouble.form} onCancel={cancel}>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            <Trans>Invite</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}

function idsOf(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

/** Administrators see every site; others are given the chosen ones, all with the same role. */
function sitesOf({ role, siteIds }: { role: string; siteIds: string }) {
  return role === 'administrator' ? undefined : idsOf(siteIds).map((siteId) => ({ siteId, role }))
}
