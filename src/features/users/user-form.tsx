import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import type { ArchiveRight } from '#contract/archives.ts'
import { userInviteUpdate } from '#contract/calls/people/user-invite-update.ts'
import { useIsOwnAdministrator } from '../../data/person/roles.ts'
import type { SiteWithChannels } from '#contract/calls/device/merchant-site-chl-list.ts'
import type { PersonWithRoles } from '#contract/calls/people/invite-detail.ts'
import { lengths } from '#contract/limits.ts'
import { saveArchiveRights, updateUser } from '../../data/organization/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { roleNames } from '../../ui/text/role-names.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ArchiveRights } from './archive-rights.tsx'
import { type Assignments, assignmentsOf, isSameAssignment, lowerRoles, toFields } from './assignments.ts'
import { RoleLegend } from './role-legend.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { useOfflineReason } from './use-offline-reason.ts'
import classes from './panel.module.css'

interface Values {
  alias: string
  phone: string
  role: PersonWithRoles['user']['role']
  given: Assignments
  rights: readonly ArchiveRight[]
}

const tooMany = <Trans>Roles can be given on 200 sites and 1,000 cameras at most.</Trans>

interface UserFormProps {
  person: PersonWithRoles
  rights: readonly ArchiveRight[]
  sites: readonly SiteWithChannels[]
  onChanged: (isChanged: boolean) => void
  onCancel: () => void
  onSaved: () => void
}

/** What an administrator gives a person. Only what was changed is sent, so that two administrators do not undo one another. */
export function UserForm({ person, rights, sites, onChanged, onCancel, onSaved }: UserFormProps) {
  const { t, i18n } = useLingui()
  const { user } = person
  const offlineReason = useOfflineReason()
  const mayChange = useIsOwnAdministrator()
  const { alias, phone, role } = user
  const saved: Values = { alias, phone, role, given: assignmentsOf(person), rights }
  const { typed, values, set, form, field, trouble, isBusy } = useForm({
    initial: saved,
    schema: userInviteUpdate.input,
    input: () => ({ userId: user.userId, ...fields, ...(given && toFields(given)) }),
    words: { sites: tooMany, channels: tooMany },
    send: async (input) => {
      if (given !== undefined || Object.keys(fields).length > 0) await updateUser(input)
      if (newRights !== undefined) await saveArchiveRights({ userId: user.userId, rights: [...newRights] })
      say('done', t`Saved.`)
      onSaved()
    },
  })
  const changes = changesOf(typed, saved)
  const { given, rights: newRights, ...fields } = changes
  const isChanged = Object.keys(changes).length > 0
  // At once: whoever presses Escape right after a change is asked.
  useLayoutEffect(() => onChanged(isChanged), [isChanged, onChanged])

  return (
    <form className={classes['form']} {...form}>
      <div className={classes['fields']}>
        <TextInput label={t`Name`} maxLength={lengths.personName} autoComplete="off" {...field('alias')} />
        <TextInput label={t`Phone`} type="tel" maxLength={lengths.phone} autoComplete="off" {...field('phone')} />
        {!user.isAdministrator && (
          <Select label={t`Role`} data={lowerRoles.map((value) => ({ value, label: i18n._(roleNames[value]) }))} {...field('role')} />
        )}
      </div>
      <section className={classes['section']} aria-labelledby="user-roles">
        <h3 id="user-roles">
          <Trans>Sites and cameras</Trans>
        </h3>
        {user.isAdministrator ? (
          <p>
            <Trans>Administrators see every site and camera, with all rights.</Trans>
          </p>
        ) : (
          <>
            <RoleMatrix sites={sites} given={values.given} onChange={(given) => set('given', given)} />
            <RoleLegend />
          </>
        )}
      </section>
      <ArchiveRights value={values.rights} onChange={(next) => set('rights', next)} />
      <div className={classes['foot']}>
        <TroubleLine text={trouble.form} />
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <OnlineButton
          type="submit"
          offlineReason={mayChange ? offlineReason : t`Only administrators of the organization itself can change people.`}
          disabled={!isChanged}
          loading={isBusy}
        >
          <Trans>Save</Trans>
        </OnlineButton>
      </div>
    </form>
  )
}

/** What was typed that differs from what is saved. */
function changesOf(typed: Partial<Values>, saved: Values): Partial<Values> {
  const changes = { ...typed }
  if (changes.alias === saved.alias) delete changes.alias
  if (changes.phone === saved.phone) delete changes.phone
  if (changes.role === saved.role) delete changes.role
  if (changes.given && isSameAssignment(changes.given, saved.given)) delete changes.given
  if (changes.rights?.join() === saved.rights.join()) delete changes.rights
  return changes
}
