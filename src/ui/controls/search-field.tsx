import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { lengths } from '#contract/limits.ts'
import classes from './search-field.module.css'

/** Typing faster than this asks only once. */
const SETTLE_MS = 250

/** A search whose text lives elsewhere (in the address, most of the time); told when typing has settled. */
export function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [told, setTold] = useState(value)
  // Not in an effect, which runs again when a kept page is shown again: what somebody had begun to type would be gone.
  if (value !== known) {
    setKnown(value)
    // What was told here comes back as it is; somebody may have typed on since.
    if (value !== told) {
      setText(value)
      setTold(value)
    }
  }
  const onSettled = useEffectEvent(() => {
    const settled = text.trim()
    if (settled === told) return
    setTold(settled)
    onChange(settled)
  })
  useEffect(() => {
    const timer = setTimeout(onSettled, SETTLE_MS)
    // Whoever presses a link next is not taken back by what would settle meanwhile. Not when the field is left, which is when the press begins: what
    // is being pressed would be taken away from under the finger.
    const pressed = new AbortController()
    document.addEventListener('click', () => onSettled(), { capture: true, signal: pressed.signal })
    return () => {
      clearTimeout(timer)
      pressed.abort()
    }
  }, [text])
  return (
    <label className={classes['field']}>
      <IconSearch size={16} stroke={1.5} aria-hidden />
      <input
        type="search"
        value={text}
        placeholder={label}
        aria-label={label}
        maxLength={lengths.search}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </label>
  )
}
