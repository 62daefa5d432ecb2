import { queryOptions } from '@tanstack/react-query'
import type { UserConfig } from '#contract/calls/config/user-config.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from './ask.ts'
import { callCore } from './core.ts'
import { queryClient } from './query-client.ts'

/** One's own saved layouts, by name. */
export const layoutsQuery = queryOptions({ queryKey: ['layouts'], queryFn: ask(userConfigsList, { configType: 'layout' }) })

/** Saves a layout: a new one without `configId`. Its error (33021: name taken) is for the form: it is not announced. */
export async function saveLayout(layout: Omit<InputOf<typeof userConfigsPut>, 'configType'>): Promise<UserConfig> {
  const saved = await callCore(userConfigsPut, { ...layout, configType: 'layout' }, { quiet: true })
  void queryClient.invalidateQueries({ queryKey: layoutsQuery.queryKey })
  return saved
}

export async function deleteLayout(configId: string): Promise<void> {
  await callCore(userConfigsDelete, { configId })
  void queryClient.invalidateQueries({ queryKey: layoutsQuery.queryKey })
}
