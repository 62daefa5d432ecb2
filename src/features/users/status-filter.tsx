import { Trans, useLingui } from '@lingui/react/macro'
import { userStatus, userStatuses, type UserStatus } from '#contract/states/user.ts'
import { useStatusNames } from './status-words.ts'
import classes from './users.module.css'

/** Shows people of one state only, or of all. */
export function StatusFilter({ value, onChange }: { value: UserStatus | undefined; onChange: (status: UserStatus | undefined) => void }) {
  const { t } = useLingui()
  const names = useStatusNames()
  return (
    <select
      className={classes['filter']}
      aria-label={t`Status`}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : userStatus.safeParse(Number(currentTarget.value)).data)
      }
    >
      <option value="">
        <Trans>All</Trans>
      </option>
      {Object.values(userStatuses).map((status) => (
        <option key={status} value={status}>
          {names[status]}
        </option>
      ))}
    </select>
  )
}
