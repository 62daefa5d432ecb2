import { queryOptions } from '@tanstack/react-query'
import { siteAdd } from '#contract/calls/device/site-add.ts'
import { siteDelete } from '#contract/calls/device/site-delete.ts'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import type { SiteInput } from '#contract/calls/device/site-input.ts'
import { siteUserList } from '#contract/calls/device/site-user-list.ts'
import { ask } from '../core/ask.ts'
import { callCore, changeCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'

/** Who is assigned to a site, beside the administrators, who see every site. */
export function sitePeopleQuery(siteId: string) {
  return queryOptions({ queryKey: ['sites', 'people', siteId], queryFn: ask(siteUserList, { siteId }) })
}

/** Its error is for the form, as those of the others here. */
export async function addSite(site: SiteInput): Promise<void> {
  await callCore(siteAdd, site, { quiet: true })
  refreshAssets()
}

/** Without a network the change waits in the outbox: `queued`. */
export async function editSite(siteId: string, site: SiteInput): Promise<'done' | 'queued'> {
  const { kind } = await changeCore(siteEdit, { siteId, site }, { quiet: true })
  refreshAssets()
  return kind
}

export async function deleteSite(siteId: string): Promise<void> {
  await callCore(siteDelete, { siteId }, { quiet: true })
  refreshAssets()
}
