import type { configCalls } from '#contract/calls/config/config-calls.ts'
import type { Handlers } from '../handler.ts'
import { userConfigsDelete } from './user-configs-delete.ts'
import { userConfigsList } from './user-configs-list.ts'
import { userConfigsPut } from './user-configs-put.ts'

/** What answers the calls of what a person has set up. */
export const configHandlers: Handlers<typeof configCalls> = {
  userConfigsDelete,
  userConfigsList,
  userConfigsPut,
}
