import { Trans } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { newPassword, personName } from '#contract/rules.ts'
import { acceptInvitation, type InvitationLink } from '../../data/person/joining.ts'
import classes from '../../ui/page/entrance.module.css'
import { shownLanguage } from '../../ui/text/i18n.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFields, blankAccount, consent } from './account-fields.tsx'
import { useEnter } from './use-enter.ts'

const schema = z.intersection(z.object({ alias: personName, ...consent }), newPassword)

/** Activates an invited person with their password. */
export function PersonForm({ link, invitation }: { link: InvitationLink; invitation: { alias: string } }) {
  const enter = useEnter()
  const account = useForm({
    initial: { ...blankAccount, alias: invitation.alias },
    schema,
    isFocused: true,
    send: async ({ alias, password }) => {
      const { isSignedIn, loginName } = await acceptInvitation({ ...link, alias, password, language: shownLanguage() })
      enter(isSignedIn, loginName)
    },
  })
  return (
    <form className={classes['form']} {...account.form}>
      <AccountFields account={account} button={<Trans>Activate the account</Trans>} />
    </form>
  )
}
