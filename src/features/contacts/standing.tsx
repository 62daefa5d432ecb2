import { useLingui } from '@lingui/react/macro'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import tables from '../../ui/controls/table/table.module.css'

/** Whether the owner of an address has agreed to be sent alarms, and somebody still stands for it. */
export function Standing({ isConfirmed, isResting = false }: { isConfirmed: boolean; isResting?: boolean | undefined }) {
  const { t } = useLingui()
  const agreed = isConfirmed ? t`Confirmed` : t`Waits for confirmation`
  const word = isResting ? t`Paused: who named it has left or may not set alarms any more` : agreed
  return (
    <span className={tables['status']} title={isResting ? word : undefined}>
      <StatusDot status={isConfirmed && !isResting ? 'online' : 'warning'} word={word} hideWord />
      {word}
    </span>
  )
}
