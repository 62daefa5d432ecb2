import { useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Fault } from '../../lib/fault.ts'
import { errorText } from '../text/error-text.ts'
import { FormCore } from './form-core.ts'

/**
 * A change at the press of a button, as `useForm` makes one of what was typed: one at a time, and the error of a call is a sentence in
 * `trouble`. Where the call was not a quiet one it is announced as well, and `trouble` need not be shown.
 */
export function useAction(textOf: (fault: Fault) => ReactNode = errorText) {
  const [core] = useState(() => new FormCore<object>())
  const { isBusy, trouble } = useSyncExternalStore(core.subscribe, core.read)
  return {
    isBusy,
    trouble: trouble.form,
    /** False when it was not done. */
    run: (work: () => Promise<unknown>) => core.attempt(work, (fault) => ({ form: textOf(fault) })),
    /** The same after what is under way: no press is lost. */
    runInTurn: (work: () => Promise<unknown>) => core.attemptInTurn(work, (fault) => ({ form: textOf(fault) })),
    refuse: (text: ReactNode) => core.refuse({ form: text }),
  }
}
