import { queryOptions } from '@tanstack/react-query'
import { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import { ask } from '../core/ask.ts'

/** The organization's licence in use, the one that follows it, and the last that ended. For all its people. */
export const licenceQuery = queryOptions({ queryKey: ['licence'], queryFn: ask(licenseInstQuery, undefined) })
