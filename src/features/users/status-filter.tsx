import { useLingui } from '@lingui/react/macro'
import { userStatus, userStatuses, type UserStatus } from '#contract/states/user.ts'
import { Select } from '../../ui/controls/select.tsx'
import { useStatusNames } from './status-words.ts'
import classes from './users.module.css'

/** Shows people of one state only, or of all. */
export function StatusFilter({ value, onChange }: { value: UserStatus | undefined; onChange: (status: UserStatus | undefined) => void }) {
  const { t } = useLingui()
  const names = useStatusNames()
  return (
    <Select
      className={classes['filter']}
      aria-label={t`Status`}
      value={value ?? ''}
      data={[
        { value: '', label: t`All` },
        ...Object.values(userStatuses).map((status) => ({ value: String(status), label: names[status] })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : userStatus.safeParse(Number(currentTarget.value)).data)
      }
    />
  )
}
