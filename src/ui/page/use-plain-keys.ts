import { useEffect, useEffectEvent, type RefObject } from 'react'

const TYPED_INTO = 'input, select, textarea'

/**
 * Hears single keys, by their names in small letters, unless something that is typed into has the focus. `within`: something of the dialog whose keys they are;
 * in one that was opened out of it they mean nothing.
 */
export function usePlainKeys(keys: Partial<Record<string, () => void>>, within?: RefObject<Element | null>): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest(TYPED_INTO) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const dialog = target?.closest('dialog') ?? null
    if (within !== undefined && dialog !== null && dialog !== within.current?.closest('dialog')) return
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (action === undefined) return
    action()
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heard(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
