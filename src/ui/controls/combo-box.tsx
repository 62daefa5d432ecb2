import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { lengths } from '#contract/limits.ts'

/** Typing faster than this asks only once. */
const SETTLE_MS = 250

interface Option {
  value: string
  label: string
}
interface ComboBoxProps {
  /** Shown above; without `isLabelShown` for screen readers alone. */
  label: string
  isLabelShown?: boolean
  /** What is there while nothing is chosen. */
  placeholder: string
  /** What is said while nothing is found. */
  nothingFound: string
  chosen: Option | undefined
  /** What was found for the text that was typed last. */
  found: readonly Option[]
  /** Told what is typed, when typing has settled; empty while the name of what is chosen stands there. */
  onSearch: (text: string) => void
  onChoose: (value: string | undefined) => void
}

/** A choice of one among any number, found on the service as one types. */
export function ComboBox({ label, isLabelShown, placeholder, nothingFound, chosen, found, onSearch, onChoose }: ComboBoxProps) {
  const name = chosen?.label
  const [typed, setTyped] = useState(name ?? '')
  const [known, setKnown] = useState(name)
  // Not in an effect, which runs again when a kept page is shown again.
  if (name !== known) {
    setKnown(name)
    setTyped(name ?? '')
  }
  const settle = useEffectEvent((text: string) => onSearch(text === name ? '' : text))
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const isMissing = chosen !== undefined && typed === name && found.every(({ value }) => value !== chosen.value)
  const options = isMissing ? [chosen, ...found] : found
  return (
    <Select
      {...(isLabelShown === true ? { label } : { 'aria-label': label })}
      placeholder={placeholder}
      nothingFoundMessage={nothingFound}
      data={options}
      value={chosen?.value ?? null}
      searchValue={typed}
      maxLength={lengths.search}
      searchable
      clearable
      // The service has chosen already what matches.
      filter={({ options: all }) => all}
      // Above a modal dialog, too, that it stands in.
      comboboxProps={{ withinPortal: false }}
      autoComplete="off"
      onSearchChange={setTyped}
      onChange={(value) => onChoose(value ?? undefined)}
    />
  )
}
