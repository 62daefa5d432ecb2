import { menuTree as call, type MenuItem } from '#contract/calls/user/menu-tree.ts'
import { handler } from '../handler.ts'

/** Pages in the order of the menu (rule 2.2). */
const pages: MenuItem[] = [
  { page: 'live', place: 'top', lower: true },
  { page: 'playback', place: 'top', lower: true },
  { page: 'search', place: 'top', lower: true },
  { page: 'map', place: 'top', lower: true },
  { page: 'vehicle', place: 'top', lower: true },
  { page: 'archives', place: 'top', lower: true },
  { page: 'sites', place: 'top', lower: true },
  { page: 'device', place: 'top', lower: true },
  { page: 'users', place: 'top', lower: false },
  { page: 'settings', place: 'top', lower: true },
  { page: 'service', place: 'top', lower: true },
  { page: 'privacySecurity', place: 'top', lower: true },
  { page: 'remote', place: 'top', lower: true },
  { page: 'alerts', place: 'foot', lower: true },
  { page: 'account', place: 'foot', lower: true },
]

export const menuTree = handler(call, async (_input, { stationRemotes }, caller) => {
  const isRemoteOfUse = (await stationRemotes.list(caller)).length > 0
  return {
    items: pages.filter(({ page, lower }) => (lower || caller.role === 'administrator') && (page !== 'remote' || isRemoteOfUse)),
  }
})
