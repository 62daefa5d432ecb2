import { useLingui } from '@lingui/react/macro'
import { useId, useRef, type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import classes from './code-boxes.module.css'

const BOXES = 6
const places = Array.from({ length: BOXES }, (_, index) => index)
export const noDigits: readonly string[] = places.map(() => '')

/** The code as it stands in the boxes. */
export function codeFrom(digits: readonly string[]): string {
  return digits.join('')
}

/**
 * Six boxes of one digit each, for the code of an authenticator app. A digit goes on to the next box, anything else clears its box,
 * Backspace in an empty box goes back, and a code that is pasted fills all (rule 5.5).
 */
export function CodeBoxes({
  label,
  digits,
  error,
  autoFocus,
  onChange,
}: {
  label: string
  digits: readonly string[]
  error: ReactNode
  autoFocus?: boolean
  onChange: (digits: readonly string[]) => void
}) {
  const { t } = useLingui()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)

  const boxName = (number: number) => t`Digit ${number} of 6`

  function goTo(place: number): void {
    group.current?.querySelectorAll('input')[Math.max(0, Math.min(place, BOXES - 1))]?.focus()
  }

  function fill(from: number, found: string): void {
    onChange(places.map((place) => found[place - from] ?? digits[place] ?? ''))
    goTo(from + found.length)
  }

  function onType(event: ChangeEvent<HTMLInputElement>, place: number): void {
    const text = event.currentTarget.value
    // A second character beside the one that stood there takes its place.
    const typed = text.length === 2 ? text.replace(digits[place] ?? '', '') : text
    const found = typed.replaceAll(/\D/g, '').slice(0, BOXES - place)
    if (found === '') onChange(digits.map((digit, at) => (at === place ? '' : digit)))
    else fill(place, found)
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, place: number): void {
    event.preventDefault()
    const found = event.clipboardData.getData('text').replaceAll(/\D/g, '').slice(0, BOXES)
    if (found !== '') fill(found.length === BOXES ? 0 : place, found.slice(0, found.length === BOXES ? BOXES : BOXES - place))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, place: number): void {
    const to = { Backspace: digits[place] === '' ? -1 : 0, ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
    if (to === 0) return
    event.preventDefault()
    goTo(place + to)
  }

  return (
    <div ref={group} role="group" aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : undefined}>
      <span id={`${id}-label`} className={classes['label']}>
        {label}
      </span>
      <div className={classes['boxes']}>
        {places.map((place) => (
          <input
            key={place}
            aria-label={boxName(place + 1)}
            aria-invalid={error ? true : undefined}
            inputMode="numeric"
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            autoFocus={autoFocus && place === 0}
            value={digits[place]}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onType(event, place)}
            onPaste={(event) => onPaste(event, place)}
            onKeyDown={(event) => onKeyDown(event, place)}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
