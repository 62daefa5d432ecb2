import { useState } from 'react'
import { lengths } from '#contract/limits.ts'
import { TextInput } from '../controls/text-input.tsx'

/** A time of the day as somebody types it: `14:05`, `9.30`. */
const CLOCK = /^([01]?\d|2[0-3])[:.：]([0-5]\d)$/

/** A time of the day, `14:05`. Told when it is whole and left or sent; what is none is as it was before. */
export function ClockInput({ label, value, onChange }: { label: string; value: string; onChange: (clock: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  function take() {
    const [, hour, minute] = CLOCK.exec(typed.normalize('NFKC').trim()) ?? []
    const clock = hour === undefined ? value : `${hour.padStart(2, '0')}:${minute}`
    setTyped(clock)
    if (clock !== value) onChange(clock)
  }
  return (
    <TextInput
      className="sl-figures"
      aria-label={label}
      value={typed}
      maxLength={lengths.clock}
      placeholder="14:05"
      autoComplete="off"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  )
}
