import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import type { Branding } from '#contract/calls/user/branding.ts'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { ask } from '../core/ask.ts'
import { coreState } from '../core/core.ts'
import { organizationQuery } from './organization.ts'

/** Branding of this address; there without a session and, once seen, without a network. */
export const brandingQuery = queryOptions({ queryKey: ['branding'], queryFn: ask(customerWebsiteGet, undefined) })

/** The branding to show: that of the signed-in person's organization, else that of this address. None on the screen of a station, which has no core. */
export function useBranding(): Branding | undefined {
  const { session, link } = useSnapshot(coreState)
  const isIn = session.kind === 'signed-in'
  const { data: own } = useQuery({ ...organizationQuery, enabled: isIn })
  const { data: ofAddress } = useQuery({ ...brandingQuery, enabled: link !== 'none' })
  return (isIn ? own?.branding : undefined) ?? ofAddress
}
