import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MenuItem } from '#contract/calls/user/menu-tree.ts'

export type MenuPage = MenuItem['page']

/** Pages that no menu shows (rule 2.4), as far as somebody may be kept out of them alone. */
export type HiddenPage =
  | 'installer'
  | 'operationLogs'
  | 'vehicleRules'
  | 'plateDatabase'
  | 'sharedClips'
  | 'purchase'
  | 'orders'
  | 'stations'

/** What pages are called: those of the menu by the names of the specification (rule 2.2). */
export const pageNames: Record<MenuPage | HiddenPage, MessageDescriptor> = {
  live: msg`Video`,
  playback: msg`Playback`,
  search: msg`Search`,
  map: msg`Map`,
  vehicle: msg`Vehicle`,
  archives: msg`Archives`,
  sites: msg`Sites`,
  device: msg`Devices`,
  users: msg`Users`,
  settings: msg`Setting rules`,
  service: msg`Service`,
  privacySecurity: msg`Privacy and Security`,
  remote: msg`Remote control`,
  alerts: msg`Alarms`,
  account: msg`Account`,
  installer: msg`Installer Information`,
  vehicleRules: msg`Vehicle rules`,
  operationLogs: msg`Operation logs`,
  sharedClips: msg`Shared clips`,
  plateDatabase: msg`Plate Database`,
  purchase: msg`License`,
  orders: msg`Order Record`,
  stations: msg`Viewing stations`,
}

/** Shorter words for the bar at the foot of a narrow window; they stand in the whole name too. */
export const barNames: Partial<Record<MenuPage, MessageDescriptor>> = { privacySecurity: msg`Security` }
