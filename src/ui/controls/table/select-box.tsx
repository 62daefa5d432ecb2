import classes from './table.module.css'

interface SelectBoxProps {
  label: string
  isChosen: boolean
  /** Some of what it stands for is chosen. */
  isPartly?: boolean
  /** Without it the table hears of it. */
  onChange?: (isChosen: boolean) => void
}

/** A box that selects a row, or all of them: as large to the finger as the row is tall. */
export function SelectBox({ label, isChosen, isPartly = false, onChange }: SelectBoxProps) {
  return (
    <label className={classes['box']}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        ref={(input) => {
          if (input) input.indeterminate = isPartly
        }}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
    </label>
  )
}
