import classes from './chips.module.css'

interface ChipsProps {
  /** What is chosen by them. */
  label: string
  values: readonly string[]
  chosen: readonly string[]
  nameOf: (value: string) => string
  onChange: (chosen: string[]) => void
}

/** Values of which any number may be wanted. */
export function Chips({ label, values, chosen, nameOf, onChange }: ChipsProps) {
  return (
    <div className={classes['chips']} role="group" aria-label={label}>
      {values.map((value) => {
        const isChosen = chosen.includes(value)
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
          >
            {nameOf(value)}
          </button>
        )
      })}
    </div>
  )
}
