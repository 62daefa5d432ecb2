import { queryOptions } from '@tanstack/react-query'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import type { Tour, TourValue, UserConfig } from '#contract/calls/config/user-config.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { ask } from '../core/ask.ts'
import { changeCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

const list = ask(userConfigsList, { configType: 'layout' })
const tourList = ask(userConfigsList, { configType: 'tour' })

/** One's own saved layouts and those that others share, by name. */
export const layoutsQuery = queryOptions({
  queryKey: ['layouts'],
  queryFn: async (context) => ({
    configs: (await list(context)).configs.filter((config): config is UserConfig => config.configType === 'layout'),
  }),
})

/** One's own tours and those that others share, by name. */
export const toursQuery = queryOptions({
  queryKey: ['tours'],
  queryFn: async (context) => ({
    configs: (await tourList(context)).configs.filter((config): config is Tour => config.configType === 'tour'),
  }),
})

/**
 * Saves a layout: a new one without `configId`; answers with its id, or with nothing when it waits in the outbox. Its error
 * (layout-name-taken) is for the form: it is not announced.
 */
export async function saveLayout(layout: {
  configId?: string
  configName: string
  configValue: LayoutValue
  isShared?: boolean
}): Promise<{ configId?: string; isQueued: boolean }> {
  const changed = await changeCore(userConfigsPut, { ...layout, configType: 'layout' }, { quiet: true })
  // Whoever opens the saved layout next must find it in the list.
  await queryClient.invalidateQueries({ queryKey: layoutsQuery.queryKey, refetchType: 'all' })
  return changed.kind === 'done' ? { configId: changed.data.configId, isQueued: false } : { configId: layout.configId, isQueued: true }
}

/** Saves a tour, like `saveLayout`. */
export async function saveTour(tour: {
  configId?: string
  configName: string
  configValue: TourValue
  isShared?: boolean
}): Promise<{ configId?: string; isQueued: boolean }> {
  const changed = await changeCore(userConfigsPut, { ...tour, configType: 'tour' }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: toursQuery.queryKey, refetchType: 'all' })
  return changed.kind === 'done' ? { configId: changed.data.configId, isQueued: false } : { configId: tour.configId, isQueued: true }
}

export async function deleteTour(configId: string): Promise<void> {
  await changeCore(userConfigsDelete, { configId })
  void queryClient.invalidateQueries({ queryKey: toursQuery.queryKey })
}

export async function deleteLayout(configId: string): Promise<{ isQueued: boolean }> {
  const changed = await changeCore(userConfigsDelete, { configId })
  void queryClient.invalidateQueries({ queryKey: layoutsQuery.queryKey })
  return { isQueued: changed.kind === 'queued' }
}
