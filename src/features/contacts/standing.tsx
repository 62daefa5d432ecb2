import { useLingui } from '@lingui/react/macro'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import tables from '../../ui/controls/table/table.module.css'

/** Whether the owner of an address has agreed to be sent alarms. */
export function Standing({ isConfirmed }: { isConfirmed: boolean }) {
  const { t } = useLingui()
  const word = isConfirmed ? t`Confirmed` : t`Waits for confirmation`
  return (
    <span className={tables['status']}>
      <StatusDot status={isConfirmed ? 'online' : 'warning'} word={word} hideWord />
      {word}
    </span>
  )
}
