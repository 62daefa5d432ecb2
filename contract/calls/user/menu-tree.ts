import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** Pages of the home frame. The client knows a label, an icon and a route for each; the server says who sees which. */
const menuPages = [
  'live',
  'playback',
  'search',
  'map',
  'vehicle',
  'archives',
  'sites',
  'device',
  'users',
  'settings',
  'service',
  'privacySecurity',
  'remote',
  'alerts',
  'account',
] as const

/** One entry of the menu. `place` foot: fixed at the bottom (rule 2.2). */
const menuItem = z.object({ page: z.enum(menuPages), place: z.enum(['top', 'foot']), lower: z.boolean() })
export type MenuItem = z.output<typeof menuItem>

/** The menu of the signed-in person, in order. `lower` marks pages that lower-level users may open. */
export const menuTree = defineCall({
  path: '/vms/tob/user/menu-tree',
  input: noInput,
  output: z.object({ items: z.array(menuItem) }),
  access: signedIn,
  offline: 'cache',
})
