import * as z from 'zod/mini'
import { timeSpan, timeSpanRule } from '#contract/calls/event/event-filter.ts'
import { wrongFields } from '../text/rule-text.ts'

const span = z.object(timeSpan).check(...timeSpanRule)

/** What is wrong with the time of a search, by the rule of the contract: nothing is asked then. */
export function timeTrouble({ fromMs, toMs }: { fromMs: number; toMs: number }): string | undefined {
  const wrong = wrongFields(span, { fromMs, toMs })
  return wrong && Object.values(wrong).join(' ')
}
