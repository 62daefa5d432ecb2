import { useEffect, useRef, useState } from 'react'
import { askCore } from '../core/core.ts'

/**
 * The text values of a form that survive a reload, a crash and a worker that was replaced, under the form's name. They are kept on
 * this machine, sealed, until `drop`, which belongs to a form that was sent or cancelled. Before and after, the form shows `initial`.
 */
export function useDraft<V extends Record<string, string>>(name: string, initial: V) {
  const [typed, setTyped] = useState<V>()
  const isTouched = useRef(false)

  useEffect(() => {
    let isGone = false
    void askCore('getDraft', name).then((kept) => {
      // A form that has changed since knows its own fields only.
      const known = Object.entries(kept ?? {}).filter(([field]) => field in initial)
      if (!isGone && !isTouched.current && known.length > 0) setTyped({ ...initial, ...(Object.fromEntries(known) as Partial<V>) })
    })
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the first values are the form's for its life
  }, [name])

  function setValues(next: V): void {
    isTouched.current = true
    setTyped(next)
    // At once: without SharedWorker, what a page that goes tells the core is lost with it.
    void askCore('putDraft', name, next)
  }
  function drop(): void {
    setTyped(undefined)
    void askCore('putDraft', name)
  }
  return { values: typed ?? initial, setValues, drop }
}
