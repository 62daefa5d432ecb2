import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { type ErrorName, nameOfError } from '#contract/errors.ts'
import type { Fault } from '../../lib/fault.ts'
import { wrongTexts } from '../text/rule-text.ts'
import type { Trouble } from './form-core.ts'

/**
 * What a schema of the contract refuses, beside the fields of the form. `words` are said instead of the rule's own, by what the schema calls
 * it: what is no field of the form is said at its foot.
 */
export function troubleOfIssues<V extends object>(
  issues: readonly z.core.$ZodIssue[],
  values: V,
  words: Readonly<Record<string, ReactNode>> = {},
): Trouble<keyof V & string> {
  const trouble: Record<string, ReactNode> = {}
  for (const [name, text] of Object.entries(wrongTexts<string>(issues, values as Record<string, string>))) {
    trouble[name in values ? name : 'form'] = words[name] ?? text
  }
  return trouble as Trouble<keyof V & string>
}

/** An error of a call, beside the field that the service names or that it is about; else at the foot of the form. */
export function troubleOfFault<V extends object>(
  { code, detail }: Fault,
  text: ReactNode,
  values: V,
  fieldOfError: Partial<Record<ErrorName, keyof V & string>> = {},
): Trouble<keyof V & string> {
  const named = detail.field?.split('.')[0]
  const name = nameOfError(code)
  const at = named !== undefined && named in values ? named : ((name && fieldOfError[name]) ?? 'form')
  return { [at]: text } as Trouble<keyof V & string>
}
