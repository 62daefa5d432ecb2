import { queryOptions } from '@tanstack/react-query'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import type { Tour, TourValue, UserConfig } from '#contract/calls/config/user-config.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import type { InputOf } from '#contract/define-call.ts'
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

interface Saved<V> {
  configId?: string
  configName: string
  configValue: V
  isShared?: boolean
}

/**
 * Saves a layout: a new one without `configId`; answers with its id, or with nothing when it waits in the outbox. Its error
 * (layout-name-taken) is for the form: it is not announced.
 */
export function saveLayout(layout: Saved<LayoutValue>): Promise<{ configId?: string; isQueued: boolean }> {
  return save({ ...layout, configType: 'layout' }, layoutsQuery)
}

/** Saves a tour, like `saveLayout`. */
export function saveTour(tour: Saved<TourValue>): Promise<{ configId?: string; isQueued: boolean }> {
  return save({ ...tour, configType: 'tour' }, toursQuery)
}

async function save(
  config: InputOf<typeof userConfigsPut>,
  { queryKey }: { queryKey: readonly unknown[] },
): Promise<{ configId?: string; isQueued: boolean }> {
  const changed = await changeCore(userConfigsPut, config, { quiet: true })
  // Whoever opens what was saved next must find it in the list.
  await queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
  return changed.kind === 'done' ? { configId: changed.data.configId, isQueued: false } : { configId: config.configId, isQueued: true }
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
