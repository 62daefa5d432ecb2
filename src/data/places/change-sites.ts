import { queryOptions } from '@tanstack/react-query'
import { siteAdd } from '#contract/calls/device/site-add.ts'
import { siteContents } from '#contract/calls/device/site-contents.ts'
import { siteDelete } from '#contract/calls/device/site-delete.ts'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import type { SiteInput } from '#contract/calls/device/site-input.ts'
import { siteSceneAdd } from '#contract/calls/device/site-scene-add.ts'
import { siteSceneDelete } from '#contract/calls/device/site-scene-delete.ts'
import { siteSceneList } from '#contract/calls/device/site-scene-list.ts'
import { siteUserAssign } from '#contract/calls/device/site-user-assign.ts'
import { siteUserList } from '#contract/calls/device/site-user-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore, changeCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'
import { queryClient } from '../query/query-client.ts'

/** Who is assigned to a site, beside the administrators, who see every site. */
export function sitePeopleQuery(siteId: string) {
  return queryOptions({ queryKey: ['sites', 'people', siteId], queryFn: ask(siteUserList, { siteId }) })
}

/** What hangs on a site: asked for anew whenever somebody is about to delete it. Its errors are said where they are shown. */
export function siteContentsQuery(siteId: string) {
  return queryOptions({
    queryKey: ['sites', 'contents', siteId],
    queryFn: ask(siteContents, { siteId }),
    staleTime: 0,
    gcTime: 0,
    meta: { isQuiet: true },
  })
}

/** Scenes of the organization's own, and the labels of its sites. */
export const scenesQuery = queryOptions({ queryKey: ['sites', 'scenes'], queryFn: ask(siteSceneList, undefined) })

/** Throws `CallError`, for the form: scene-name-taken, too-many-scenes. */
export async function addScene(sceneName: string): Promise<void> {
  await callCore(siteSceneAdd, { sceneName }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: scenesQuery.queryKey })
}

/** Throws `CallError`, for the list: scene-in-use, scene-missing. */
export async function deleteScene(sceneName: string): Promise<void> {
  try {
    await callCore(siteSceneDelete, { sceneName }, { quiet: true })
  } finally {
    await queryClient.invalidateQueries({ queryKey: scenesQuery.queryKey })
  }
}

/** Gives a site to these people with these roles, and takes it from all others. Throws `CallError`, for the form. */
export async function assignSite(input: InputOf<typeof siteUserAssign>): Promise<void> {
  await callCore(siteUserAssign, input, { quiet: true })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: sitePeopleQuery(input.siteId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['people'] }),
  ])
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
