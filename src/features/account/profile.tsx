import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { lengths } from '#contract/limits.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { CallError } from '../../data/core/call-error.ts'
import { profileQuery, updateProfile } from '../../data/person/profile.ts'
import { useDraft } from '../../data/query/use-draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { wrongTexts } from '../../ui/text/rule-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import { Avatar } from './avatar.tsx'
import classes from './account.module.css'

/** Who the person is, and what they may change of it. */
export function Profile() {
  const { t, i18n } = useLingui()
  const { data: person } = useSuspenseQuery(profileQuery)
  const age = useAnswerAge(profileQuery.queryKey)
  const { values, setValues, drop } = useDraft('profile', { alias: person.alias, phone: person.phone })
  const { alias, phone } = values
  const [trouble, setTrouble] = useState<{ alias?: ReactNode; phone?: ReactNode }>({})
  const [isBusy, setBusy] = useState(false)
  const isChanged = alias !== person.alias || phone !== person.phone

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = profileUpdate.input.safeParse({ alias, phone })
    if (!input.success) return setTrouble(wrongTexts(input.error.issues, { alias, phone }))
    setTrouble({})
    setBusy(true)
    try {
      const { isQueued } = await updateProfile(input.data)
      drop()
      say('done', isQueued ? t`Kept here. It is sent when the service can be reached.` : t`Saved.`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }

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
      <form className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <TextInput
          label={t`Display name`}
          autoComplete="name"
          maxLength={lengths.personName}
          value={alias}
          error={trouble.alias}
          onChange={(event) => setValues({ ...values, alias: event.currentTarget.value })}
        />
        <TextInput
          label={t`Phone`}
          type="tel"
          autoComplete="tel"
          maxLength={lengths.phone}
          value={phone}
          error={trouble.phone}
          onChange={(event) => setValues({ ...values, phone: event.currentTarget.value })}
        />
        <div>
          <Button type="submit" disabled={!isChanged} loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </section>
  )
}
