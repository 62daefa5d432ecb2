import { say } from '../notice/toast-store.ts'
import classes from './toggle.module.css'

/** Something that is on or off, changed at a press. `offlineReason`: why it cannot be changed now. */
export function Toggle({
  label,
  isOn,
  isBusy = false,
  offlineReason,
  onChange,
}: {
  label: string
  isOn: boolean
  isBusy?: boolean
  offlineReason?: string | undefined
  onChange: (isOn: boolean) => void
}) {
  const isOff = offlineReason !== undefined
  return (
    <button
      type="button"
      role="switch"
      className={classes['toggle']}
      aria-label={label}
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      aria-disabled={isOff || undefined}
      data-tip={offlineReason}
      onClick={() => (isOff ? say('error', offlineReason) : !isBusy && onChange(!isOn))}
    >
      <span aria-hidden />
    </button>
  )
}
