import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { roles } from '#contract/access.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { languages } from '#contract/enums.ts'
import { CallError } from '../../data/call-error.ts'
import { useDraft } from '../../data/use-draft.ts'
import { inviteUser } from '../../data/users.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { languageNames } from '../../ui/i18n.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { roleNames } from '../../ui/role-names.ts'
import { say } from '../../ui/toast-store.ts'
import forms from '../../ui/form.module.css'
import { SiteChoice } from './site-choice.tsx'
import { useOfflineReason } from './use-offline-reason.ts'

type Field = 'email' | 'alias' | 'role' | 'language' | 'siteIds'
/** Codes that are about the address. */
const aboutAddress: ReadonlySet<number> = new Set([20021, 20037, 1015])

/** Invites one person by e-mail, with a role and the sites to begin with. */
export function InviteUser({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const offlineReason = useOfflineReason()
  const { values, setValues, drop } = useDraft<Record<Field, string>>('invite-user', {
    email: '',
    alias: '',
    role: 'site-operator',
    language: i18n.locale,
    siteIds: '',
  })
  const [trouble, setTrouble] = useState<Partial<Record<Field | 'form', ReactNode>>>({})
  const [isBusy, setBusy] = useState(false)
  const siteIds = values.siteIds.split(' ').filter(Boolean)
  const isAdministrator = values.role === 'administrator'
  function field(name: Field) {
    return {
      name,
      value: values[name],
      error: trouble[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        setValues({ ...values, [name]: event.currentTarget.value })
        setTrouble({ ...trouble, [name]: undefined })
      },
    }
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { email, alias, role, language } = values
    const sites = isAdministrator ? undefined : siteIds.map((siteId) => ({ siteId, role }))
    const input = userInvite.input.safeParse({ kind: 'user', email, alias, role, language, sites })
    if (!input.success) {
      const wrong = new Set(input.error.issues.map(({ path }) => path[0]))
      return setTrouble({
        email: wrong.has('email') && <Trans>Enter an e-mail address, such as name@company.example.</Trans>,
        alias: wrong.has('alias') && <Trans>Enter a name of at most 32 characters, without {'< > & , \' " / \\ % : #'}.</Trans>,
      })
    }
    setBusy(true)
    try {
      await inviteUser(input.data)
      drop()
      say('done', t`The invitation is on its way to ${email}.`)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble({ [aboutAddress.has(error.code) ? 'email' : 'form']: errorText(error) })
      setBusy(false)
    }
  }

  return (
    <Dialog title={<Trans>Invite a user</Trans>} onClose={onClose}>
      <form className={forms['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <TextInput label={t`E-mail`} type="email" autoComplete="off" maxLength={128} autoFocus {...field('email')} />
        <TextInput label={t`Name`} autoComplete="off" maxLength={32} {...field('alias')} />
        <NativeSelect label={t`Role`} data={roles.map((value) => ({ value, label: i18n._(roleNames[value]) }))} {...field('role')} />
        {!isAdministrator && <SiteChoice value={siteIds} onChange={(ids) => setValues({ ...values, siteIds: ids.join(' ') })} />}
        <NativeSelect
          label={t`Language of the e-mail`}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...field('language')}
        />
        {trouble.form && (
          <p className={forms['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
        <div className={forms['buttons']}>
          <Button
            variant="default"
            onClick={() => {
              drop()
              onClose()
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            <Trans>Invite</Trans>
          </OnlineButton>
        </div>
      </form>
    </Dialog>
  )
}
