import { hashKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { ErrorName } from '#contract/errors.ts'
import type { Fault } from '../../lib/fault.ts'
import { errorText } from '../text/error-text.ts'
import { FormCore, type Draft } from './form-core.ts'
import { troubleOfFault, troubleOfIssues } from './form-trouble.ts'

type TextName<V> = { [N in keyof V]-?: V[N] extends string ? N : never }[keyof V] & string

/** What a text field of the kit, or a `Field`, takes of a form. */
export interface TextField {
  name: string
  value: string
  error: ReactNode
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface FormOptions<V extends object, S extends z.ZodMiniType> {
  /** As the fields stand before anything is typed. */
  initial: V
  /** Keeps what is typed until it was sent; the values are texts then. */
  draft?: Draft
  /** What may be sent. */
  schema: S
  /** What is made of the values for the schema; without it they are taken as they stand. */
  input?: (values: V) => unknown
  /** Said instead of the rules' own words, by what the schema calls it. */
  words?: Readonly<Record<string, ReactNode>>
  /** Beside which field an error of the service is said that names none itself. */
  fieldOfError?: Partial<Record<ErrorName, NoInfer<keyof V & string>>>
  textOf?: (fault: Fault) => ReactNode
  /** Throws `CallError`, which is said in the form. False when something of it is to be kept for another time. */
  send: (input: z.output<S>) => unknown
  /** Opens with the focus in its first field. Dialogs do that by themselves. */
  isFocused?: boolean
}

/**
 * The one way in which a form is made: its values, checked by a schema of the contract when it is sent, once at a time; what is wrong is said
 * beside its field, which gets the focus. `check` and `refuse` are for what else such a form asks of the service.
 */
export function useForm<V extends object, S extends z.ZodMiniType>(options: FormOptions<V, S>) {
  const { initial, draft, schema, input, words, fieldOfError, textOf = errorText, send, isFocused = false } = options
  const [core] = useState(() => new FormCore<V>(draft))
  const { typed, trouble, isBusy, complaints } = useSyncExternalStore(core.subscribe, core.read)
  const values: V = { ...initial, ...typed }
  const ref = useRef<HTMLFormElement>(null)

  const open = useEffectEvent(() => {
    void core.recall(Object.keys(initial))
    if (isFocused) ref.current?.querySelector('input')?.focus()
  })
  useEffect(() => {
    core.open(ref.current)
    open()
    return () => core.close()
  }, [core])
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [complaints])

  function check<T extends z.ZodMiniType>(by: T, what: unknown = values): z.output<T> | undefined {
    const checked = by.safeParse(what)
    core.refuse(checked.success ? {} : troubleOfIssues(checked.error.issues, values, words))
    return checked.data
  }
  const troubleOf = (fault: Fault, text = textOf) => troubleOfFault(fault, text(fault), values, fieldOfError)
  async function submit(): Promise<void> {
    if (isBusy) return
    const given = check(schema, input?.(values))
    if (given === undefined) return
    let isAllSent = true
    const isSent = await core.attempt(
      async () => (isAllSent = (await send(given)) !== false),
      (fault) => troubleOf(fault),
    )
    if (isSent && isAllSent && draft) core.drop()
  }

  return {
    values,
    /** What was changed, though it be back at what it was. */
    typed,
    isChanged: Object.keys(typed).some((name) => !isSame(typed[name as keyof V], initial[name as keyof V])),
    trouble,
    isBusy,
    set: core.set.bind(core),
    check,
    /** Does something else that belongs to the form, as if it were sent. */
    attempt: (work: () => Promise<unknown>, text?: (fault: Fault) => ReactNode) => core.attempt(work, (fault) => troubleOf(fault, text)),
    refuse: core.refuse.bind(core),
    /** Says an error of a call as if sending had failed with it. */
    fail: (fault: Fault) => core.refuse(troubleOf(fault)),
    drop: () => core.drop(),
    /** Properties of the form. */
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit()
      },
    },
    /** Properties of a text field. */
    field: (name: TextName<V>): TextField => ({
      name,
      value: values[name] as string,
      error: trouble[name],
      onChange: ({ currentTarget }) => core.set(name, currentTarget.value as V[typeof name]),
    }),
  }
}

/** A form of these values, for the parts that several forms share. */
export type Form<V extends object> = ReturnType<typeof useForm<V, z.ZodMiniType>>

/** Lists and what is made of fields are the same when what is in them is: the service answers with ones of its own. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isPlain(one) && isPlain(other) && hashKey([one]) === hashKey([other]))
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
}
