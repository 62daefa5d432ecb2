import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { ArchiveRight } from '#contract/archives.ts'
import { userInviteUpdate } from '#contract/calls/people/user-invite-update.ts'
import { CallError } from '../../data/core/call-error.ts'
import { useIsOwnAdministrator } from '../../data/person/roles.ts'
import type { SiteWithChannels } from '#contract/calls/device/merchant-site-chl-list.ts'
import type { LowerRole } from '#contract/calls/people/invitation.ts'
import type { PersonWithRoles } from '#contract/calls/people/invite-detail.ts'
import { lengths } from '#contract/limits.ts'
import { saveArchiveRights, updateUser } from '../../data/organization/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { roleNames } from '../../ui/text/role-names.ts'
import { wrongTexts } from '../../ui/text/rule-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { ArchiveRights } from './archive-rights.tsx'
import { type Assignments, assignmentsOf, isSameAssignment, lowerRoles, toFields } from './assignments.ts'
import { RoleLegend } from './role-legend.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { useOfflineReason } from './use-offline-reason.ts'
import classes from './panel.module.css'

/** What was changed and not saved yet; the rest is as the service has it. */
interface Edits {
  alias?: string
  phone?: string
  role?: LowerRole
  given?: Assignments
  rights?: readonly ArchiveRight[]
}

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
  const [edits, setEdits] = useState<Edits>({})
  const [trouble, setTrouble] = useState<{ alias?: ReactNode; phone?: ReactNode; form?: ReactNode }>({})
  const [isBusy, setBusy] = useState(false)
  const saved = assignmentsOf(person)
  const changes = changesOf(edits, { ...user, given: saved, rights })
  const isChanged = Object.keys(changes).length > 0
  // At once: whoever presses Escape right after a change is asked.
  useLayoutEffect(() => onChanged(isChanged), [isChanged, onChanged])
  const role = edits.role ?? user.role

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { given, rights: newRights, ...fields } = changes
    const input = userInviteUpdate.input.safeParse({ userId: user.userId, ...fields, ...(given && toFields(given)) })
    if (!input.success) {
      const wrong = new Set(input.error.issues.map(({ path }) => path[0]))
      return setTrouble({
        ...wrongTexts<'alias' | 'phone'>(input.error.issues, fields),
        form: (wrong.has('sites') || wrong.has('channels')) && <Trans>Roles can be given on 200 sites and 1,000 cameras at most.</Trans>,
      })
    }
    setTrouble({})
    setBusy(true)
    try {
      if (given !== undefined || Object.keys(fields).length > 0) await updateUser(input.data)
      if (newRights !== undefined) await saveArchiveRights({ userId: user.userId, rights: [...newRights] })
      say('done', t`Saved.`)
      onSaved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble({ form: errorText(error) })
      setBusy(false)
    }
  }

  return (
    <form className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
      <div className={classes['fields']}>
        <TextInput
          label={t`Name`}
          maxLength={lengths.personName}
          autoComplete="off"
          value={edits.alias ?? user.alias}
          error={trouble.alias}
          onChange={({ currentTarget }) => setEdits({ ...edits, alias: currentTarget.value })}
        />
        <TextInput
          label={t`Phone`}
          type="tel"
          maxLength={lengths.phone}
          autoComplete="off"
          value={edits.phone ?? user.phone}
          error={trouble.phone}
          onChange={({ currentTarget }) => setEdits({ ...edits, phone: currentTarget.value })}
        />
        {!user.isAdministrator && (
          <Select
            label={t`Role`}
            value={role}
            data={lowerRoles.map((value) => ({ value, label: i18n._(roleNames[value]) }))}
            onChange={({ currentTarget }) => setEdits({ ...edits, role: lowerRoles.find((known) => known === currentTarget.value) })}
          />
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
            <RoleMatrix sites={sites} given={edits.given ?? saved} onChange={(given) => setEdits({ ...edits, given })} />
            <RoleLegend />
          </>
        )}
      </section>
      <ArchiveRights value={edits.rights ?? rights} onChange={(next) => setEdits({ ...edits, rights: next })} />
      <div className={classes['foot']}>
        {trouble.form && (
          <p className={forms['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
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

/** The edits that differ from what is saved. */
function changesOf(
  edits: Edits,
  saved: { alias: string; phone: string; role: string; given: Assignments; rights: readonly ArchiveRight[] },
) {
  const changes: Edits = {}
  if (edits.alias !== undefined && edits.alias !== saved.alias) changes.alias = edits.alias
  if (edits.phone !== undefined && edits.phone !== saved.phone) changes.phone = edits.phone
  if (edits.role !== undefined && edits.role !== saved.role) changes.role = edits.role
  if (edits.given !== undefined && !isSameAssignment(edits.given, saved.given)) changes.given = edits.given
  if (edits.rights !== undefined && edits.rights.join() !== saved.rights.join()) changes.rights = edits.rights
  return changes
}
