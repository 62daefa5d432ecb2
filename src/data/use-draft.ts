import { useEffect, useRef, useState } from 'react'
import { getDraft, putDraft } from './core.ts'

/** What is typed is kept when typing rests for this long. */
const KEEP_AFTER_MS = 150

/**
 * The text values of a form that survive a reload, a crash and a worker that was replaced, under the form's name. They are kept on
 * this machine, sealed, until `drop`, which belongs to a form that was sent or cancelled. Before and after, the form shows `initial`.
 */
export function useDraft<V extends Record<string, string>>(name: string, initial: V) {
  const [typed, setTyped] = useState<V>()
  const isTouched = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<V>(undefined)

  useEffect(() => {
    let isGone = false
    void getDraft(name).then((kept) => {
      // A form that has changed since knows its own fields only.
      const known = Object.entries(kept ?? {}).filter(([field]) => field in initial)
      if (!isGone && !isTouched.current && known.length > 0) setTyped({ ...initial, ...(Object.fromEntries(known) as Partial<V>) })
    })
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the first values are the form's for its life
  }, [name])
  // Leaving the form, or the page, does not wait for the typing to rest.
  useEffect(() => {
    const leave = () => keep(name, timer.current, latest.current)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [name])

  function setValues(next: V): void {
    isTouched.current = true
    latest.current = next
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void putDraft(name, next), KEEP_AFTER_MS)
  }
  function drop(): void {
    clearTimeout(timer.current)
    latest.current = undefined
    setTyped(undefined)
    void putDraft(name)
  }
  return { values: typed ?? initial, setValues, drop }
}

function keep(name: string, timer: ReturnType<typeof setTimeout> | undefined, values: Record<string, string> | undefined): void {
  clearTimeout(timer)
  if (values !== undefined) void putDraft(name, values)
}
