import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MenuItem } from '#contract/calls/user/menu-tree.ts'

export type MenuPage = MenuItem['page']

/** Pages of the menu by the names of the specification (spec 1, section 2). */
export const pageNames: Record<MenuPage, MessageDescriptor> = {
  live: msg`Video`,
  device: msg`Devices`,
  users: msg`Users`,
  privacySecurity: msg`Privacy and Security`,
  alerts: msg`Alarms`,
  account: msg`Account`,
}
