import { queryOptions } from '@tanstack/react-query'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { ask } from '../core/ask.ts'

export const systemVersionQuery = queryOptions({ queryKey: ['system-version'], queryFn: ask(systemVersionGet, undefined) })
