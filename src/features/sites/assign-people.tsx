import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { roles, type Role } from '#contract/access.ts'
import { assignSite } from '../../data/places/change-sites.ts'
import { usersQuery } from '../../data/organization/users.ts'
import { ComboBox } from '../../ui/controls/combo-box.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import classes from './sites.module.css'

interface Assigned {
  userId: string
  alias: string
  email: string
  role: Role
}
interface AssignPeopleProps {
  siteId: string
  siteName: string
  assigned: readonly Assigned[]
  offlineReason: string | undefined
  onClose: () => void
}

const FOUND = 20
const assignable = roles.filter((role) => role !== 'administrator')

/** Who has which role on a site. Administrators have every site and are not among them. */
export function AssignPeople({ siteId, siteName, assigned, offlineReason, onClose }: AssignPeopleProps) {
  const { t, i18n } = useLingui()
  const [people, setPeople] = useState(assigned)
  const [search, setSearch] = useState('')
  const { isBusy, trouble, run } = useAction()
  const { data } = useQuery(usersQuery({ pageNum: 1, pageSize: FOUND, ...(search !== '' && { search }) }))
  const found = (data?.users ?? []).filter(({ userId, role }) => role !== 'administrator' && people.every((one) => one.userId !== userId))
  function add(userId: string | undefined) {
    const person = found.find((one) => one.userId === userId)
    if (person === undefined) return
    const { alias, email } = person
    setPeople([...people, { userId: person.userId, alias, email, role: 'live-only' }])
    setSearch('')
  }
  return (
    <Dialog title={<Trans>People of “{siteName}”</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        {people.length > 0 && (
          <ul className={classes['assigned']} aria-label={t`Roles of people`}>
            {people.map((person) => {
              const name = person.alias || person.email
              return (
                <li key={person.userId}>
                  <Select
                    label={name}
                    value={person.role}
                    data={assignable.map((value) => ({ value, label: i18n._(roleNames[value]) }))}
                    onChange={({ currentTarget }) => {
                      const role = currentTarget.value as Role
                      setPeople(people.map((one) => (one.userId === person.userId ? { ...one, role } : one)))
                    }}
                  />
                  <IconButton
                    label={t`Take the site from ${name}`}
                    onClick={() => setPeople(people.filter(({ userId }) => userId !== person.userId))}
                  >
                    <IconX size={16} stroke={1.5} aria-hidden />
                  </IconButton>
                </li>
              )
            })}
          </ul>
        )}
        <ComboBox
          // Empty again for the next one.
          key={people.length}
          label={t`Add a person`}
          isLabelShown
          placeholder={t`Search name or e-mail`}
          nothingFound={t`Nobody of that name`}
          chosen={undefined}
          found={found.map(({ userId, alias, email }) => ({ value: userId, label: [alias, email].filter(Boolean).join(' · ') }))}
          onSearch={setSearch}
          onChoose={add}
        />
        <FormFoot trouble={trouble} onCancel={onClose}>
          <OnlineButton
            offlineReason={offlineReason}
            loading={isBusy}
            onClick={() =>
              void run(async () => {
                await assignSite({ siteId, users: people.map(({ userId, role }) => ({ userId, role })) })
                say('done', t`The people of “${siteName}” are saved.`)
                onClose()
              })
            }
          >
            <Trans>Save</Trans>
          </OnlineButton>
        </FormFoot>
      </div>
    </Dialog>
  )
}
