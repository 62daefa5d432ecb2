import { queryOptions } from '@tanstack/react-query'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { ask } from '../core/ask.ts'

/** The sites that the signed-in person may see. */
export const sitesQuery = queryOptions({ queryKey: ['sites'], queryFn: ask(siteListChoose, undefined) })
