import { queryOptions } from '@tanstack/react-query'
import type { SavedStationView } from '#contract/calls/config/user-config.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { lookAtStations } from './stations.ts'

const list = ask(userConfigsList, { configType: 'vs_view' })

/** One's own views of the outputs of viewing stations, by name. */
export const stationViewsQuery = queryOptions({
  queryKey: ['station-views'],
  queryFn: async (context) => (await list(context)).configs.filter((config): config is SavedStationView => config.configType === 'vs_view'),
})

/** Saves a view of an output, which shows it from then on. Throws `CallError` (layout-name-taken among others), not announced. */
export async function saveStationView(view: Pick<SavedStationView, 'configName' | 'configValue'>): Promise<void> {
  await callCore(userConfigsPut, { ...view, configType: 'vs_view' }, { quiet: true })
  await Promise.all([lookAtStations(), queryClient.invalidateQueries({ queryKey: stationViewsQuery.queryKey })])
}

/** What it shows stays on the screen. Throws `CallError`, not announced. */
export async function deleteStationView(configId: string): Promise<void> {
  await callCore(userConfigsDelete, { configId }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: stationViewsQuery.queryKey })
}
