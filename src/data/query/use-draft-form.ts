import { useState, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { CallError } from '../core/call-error.ts'
import { useDraft } from './use-draft.ts'

interface DraftForm<F extends string, I, O> {
  /** Name of the draft. */
  keptUnder: string
  initial: Record<F, string>
  /** Reads what was typed by the schema of the call. */
  read: (values: Record<F, string>) => z.core.util.SafeParseResult<I>
  /** What is said beside the fields that the schema refuses. */
  wrongTexts: (issues: z.core.$ZodIssue[], values: Record<F, string>) => Partial<Record<F, ReactNode>>
  /** Beside which field an error of the service is said; the rest is `trouble.form`. */
  fieldOfCode: NoInfer<Partial<Record<number, F>>>
  textOf: (error: CallError) => string
  /** Throws `CallError`. */
  send: (input: I) => Promise<O>
  /** The draft is gone by then. */
  onSent: (answer: O) => void
}

/** The texts of a form that outlive its closing, checked by a schema and sent; what is wrong with each stands in `trouble`. */
export function useDraftForm<F extends string, I, O>(form: DraftForm<F, I, O>) {
  const { keptUnder, initial, read, wrongTexts, fieldOfCode, textOf, send, onSent } = form
  const { values, setValues, drop } = useDraft<Record<F, string>>(keptUnder, initial)
  const [trouble, setTrouble] = useState<Partial<Record<F | 'form', ReactNode>>>({})
  const [isBusy, setBusy] = useState(false)

  function set(name: F, value: string): void {
    setValues({ ...values, [name]: value })
    setTrouble({ ...trouble, [name]: undefined })
  }

  /** Properties of a field. */
  function field(name: F) {
    return {
      name,
      value: values[name],
      error: trouble[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    }
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = read(values)
    if (!input.success) return setTrouble(wrongTexts(input.error.issues, values) as typeof trouble)
    setTrouble({})
    setBusy(true)
    try {
      const answer = await send(input.data)
      drop()
      onSent(answer)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble({ [fieldOfCode[error.code] ?? 'form']: textOf(error) } as typeof trouble)
    } finally {
      setBusy(false)
    }
  }

  return { values, set, field, trouble, isBusy, onSubmit, drop }
}
