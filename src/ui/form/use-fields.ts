import { useEffect, useRef, useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { wrongFields } from '../text/rule-text.ts'

type Trouble<F extends string> = Partial<Record<F | 'form', ReactNode>>

/**
 * The text fields of a form, which a schema of the contract checks. `check` says whether all is well, and otherwise writes beside each
 * field what is wrong and goes to the first one; `refuse` does so with what the service found (`form`: nowhere in particular).
 */
export function useFields<F extends string>(initial: Record<F, string>) {
  const [values, setValues] = useState(initial)
  const [trouble, setTrouble] = useState<Trouble<F>>({})
  const [complaints, setComplaints] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [complaints])

  function set(name: F, value: string): void {
    setValues((before) => ({ ...before, [name]: value }))
    // Under the hand of whoever mends it, a complaint is gone; the others stand.
    if (trouble[name] !== undefined || trouble.form !== undefined) setTrouble({ ...trouble, [name]: undefined, form: undefined })
  }

  function refuse(found: Trouble<F>): void {
    setTrouble(found)
    setComplaints((count) => count + 1)
  }

  function check(schema: z.ZodMiniType): boolean {
    const wrong = wrongFields(schema, values)
    refuse((wrong ?? {}) as Trouble<F>)
    return wrong === undefined
  }

  /** Properties of a `Field`. */
  function field(name: F) {
    return {
      name,
      value: values[name],
      error: trouble[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    }
  }

  return { form, values, trouble, set, check, refuse, field }
}
