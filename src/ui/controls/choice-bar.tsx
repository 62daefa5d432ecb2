import classes from './choice-bar.module.css'

interface ChoiceBarProps<Id extends string> {
  /** What is chosen by it. */
  label: string
  choices: readonly { id: Id; name: string }[]
  /** Undefined while none of them holds. */
  value: Id | undefined
  onChoose: (id: Id) => void
}

/** A few choices side by side, of which one holds, or none yet. */
export function ChoiceBar<Id extends string>({ label, choices, value, onChoose }: ChoiceBarProps<Id>) {
  return (
    <div className={classes['bar']} role="group" aria-label={label}>
      {choices.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </div>
  )
}
