import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { newPassword, personName } from '#contract/rules.ts'
import { acceptInvitation, type InvitationLink } from '../../data/person/joining.ts'
import classes from '../../ui/page/entrance.module.css'
import { shownLanguage } from '../../ui/text/i18n.ts'
import { AccountFields, useAccountForm } from './account-fields.tsx'
import { useEnter } from './use-enter.ts'

const schema = z.intersection(z.object({ alias: personName }), newPassword)

/** Activates an invited person with their password. */
export function PersonForm({ link, invitation }: { link: InvitationLink; invitation: { alias: string } }) {
  const enter = useEnter()
  const account = useAccountForm({
    initial: { alias: invitation.alias },
    schema,
    send: async ({ alias, password }) => {
      const { isSignedIn, loginName } = await acceptInvitation({ ...link, alias, password, language: shownLanguage() })
      enter(isSignedIn, loginName)
    },
  })
  const { form } = account
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  return (
    <form ref={form} className={classes['form']} onSubmit={(event) => void account.onSubmit(event)} noValidate>
      <AccountFields account={account} button={<Trans>Activate the account</Trans>} />
    </form>
  )
}
