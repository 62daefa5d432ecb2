import { queryOptions } from '@tanstack/react-query'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { ask } from './ask.ts'

/** Branding of this address; there without a session and, once seen, without a network. */
export const brandingQuery = queryOptions({ queryKey: ['branding'], queryFn: ask(customerWebsiteGet, undefined) })
