import { queryOptions } from '@tanstack/react-query'
import type { SavedSearch, SearchValue } from '#contract/calls/config/user-config.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { ask } from '../core/ask.ts'
import { changeCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

const list = ask(userConfigsList, { configType: 'search' })

/** One's own saved searches, by name. */
export const searchesQuery = queryOptions({
  queryKey: ['searches'],
  queryFn: async (context) => (await list(context)).configs.filter((config): config is SavedSearch => config.configType === 'search'),
})

/** Saves a search under a new name. Its error (layout-name-taken: the name is) is for the form. True when it waits in the outbox. */
export async function saveSearch(search: { configName: string; configValue: SearchValue }): Promise<{ isQueued: boolean }> {
  const changed = await changeCore(userConfigsPut, { ...search, configType: 'search' }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: searchesQuery.queryKey, refetchType: 'all' })
  return { isQueued: changed.kind === 'queued' }
}

export async function deleteSearch(configId: string): Promise<{ isQueued: boolean }> {
  const changed = await changeCore(userConfigsDelete, { configId })
  void queryClient.invalidateQueries({ queryKey: searchesQuery.queryKey })
  return { isQueued: changed.kind === 'queued' }
}
