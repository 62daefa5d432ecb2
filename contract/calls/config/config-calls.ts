import { userConfigsDelete } from './user-configs-delete.ts'
import { userConfigsList } from './user-configs-list.ts'
import { userConfigsPut } from './user-configs-put.ts'

/** Calls of what a person has set up: layouts, searches, and settings of screens. */
export const configCalls = {
  userConfigsDelete,
  userConfigsList,
  userConfigsPut,
} as const
