import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './tabs.module.css'

interface TabsProps<Id extends string> {
  /** What they are the parts of. */
  label: string
  /** What belongs to a tab is only there while it is chosen. */
  tabs: readonly { id: Id; name: string; content: ReactNode }[]
}

/** Parts of which one is shown at a time. Arrows, Home and End move between their names, and choose. */
export function Tabs<Id extends string>({ label, tabs }: TabsProps<Id>) {
  const [chosen, setChosen] = useState<Id>()
  const id = useId()
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosen),
  )
  const shown = tabs[at]
  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setChosen(next.id)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }
  if (shown === undefined) return null
  return (
    <>
      <div className={classes['tabs']} role="tablist" aria-label={label} data-own-keys>
        {tabs.map(({ id: own, name }) => (
          <button
            key={own}
            id={`${id}-${own}`}
            type="button"
            role="tab"
            aria-selected={own === shown.id}
            aria-controls={`${id}-shown`}
            tabIndex={own === shown.id ? 0 : -1}
            onClick={() => setChosen(own)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-shown`} role="tabpanel" aria-labelledby={`${id}-${shown.id}`} className={classes['shown']}>
        {shown.content}
      </div>
    </>
  )
}
