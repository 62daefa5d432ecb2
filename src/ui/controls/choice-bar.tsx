import classes from './choice-bar.module.css'

interface ChoiceBarProps<Id extends string> {
  /** What is chosen by it. */
  label: string
  /** `lang`: of a name that is in another language than the page. */
  choices: readonly { id: Id; name: string; lang?: string }[]
  /** Undefined while none of them holds. */
  value: Id | undefined
  onChoose: (id: Id) => void
}

/** A few choices side by side, of which one holds, or none yet. */
export function ChoiceBar<Id extends string>({ label, choices, value, onChoose }: ChoiceBarProps<Id>) {
  return (
    <div className={classes['bar']} role="group" aria-label={label}>
      {choices.map(({ id, name, lang }) => (
        <button key={id} type="button" lang={lang} aria-pressed={id === value} onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </div>
  )
}
