import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { lengths } from '#contract/limits.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { profileQuery, updateProfile } from '../../data/person/profile.ts'
import { draftOf } from '../../data/query/draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import { Avatar } from './avatar.tsx'
import classes from './account.module.css'

/** Who the person is, and what they may change of it. */
export function Profile() {
  const { t, i18n } = useLingui()
  const { data: person } = useSuspenseQuery(profileQuery)
  const age = useAnswerAge(profileQuery.queryKey)
  // What the service refuses of it is announced already.
  const { form, field, isBusy, isChanged } = useForm({
    draft: draftOf('profile'),
    initial: { alias: person.alias, phone: person.phone },
    schema: profileUpdate.input,
    send: async (input) => {
      const { isQueued } = await updateProfile(input)
      say('done', isQueued ? t`Kept here. It is sent when the service can be reached.` : t`Saved.`)
    },
  })

  return (
    <section className={classes['section']}>
      <h2>
        <Trans>Profile</Trans> <AsOf timeMs={age} />
      </h2>
      <Avatar person={person} />
      <dl className={classes['facts']}>
        <dt>
          <Trans>User name</Trans>
        </dt>
        <dd>{person.loginName}</dd>
        <dt>
          <Trans>E-mail</Trans>
        </dt>
        <dd>{person.email || '–'}</dd>
        <dt>
          <Trans>Role</Trans>
        </dt>
        <dd>{i18n._(roleNames[person.role])}</dd>
        <dt>
          <Trans>Organization</Trans>
        </dt>
        <dd>{person.organizationName}</dd>
      </dl>
      <form className={classes['form']} {...form}>
        <TextInput label={t`Display name`} autoComplete="name" maxLength={lengths.personName} {...field('alias')} />
        <TextInput label={t`Phone`} type="tel" autoComplete="tel" maxLength={lengths.phone} {...field('phone')} />
        <div>
          <Button type="submit" disabled={!isChanged} loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </section>
  )
}
