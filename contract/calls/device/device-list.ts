import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { deviceStatus, deviceType } from '../../enums.ts'
import { identifier, searchText, serialNumber } from '../../rules.ts'
import { device } from './device.ts'

export const deviceOrders = ['name', 'site', 'type', 'status', 'since', 'model', 'version'] as const
export type DeviceOrder = (typeof deviceOrders)[number]

/** The last device of a page: what it is sorted by there, and its serial number. */
const devicePlace = z.object({ key: z.union([z.string().check(z.maxLength(256)), z.number()]), serialNumber })
export type DevicePlace = z.output<typeof devicePlace>

const deviceFilter = z.object({
  search: z.optional(searchText),
  siteIds: z.optional(z.array(identifier).check(z.maxLength(200))),
  statuses: z.optional(z.array(deviceStatus).check(z.maxLength(3))),
  types: z.optional(z.array(deviceType).check(z.maxLength(8))),
  model: z.optional(z.string().check(z.maxLength(64))),
  version: z.optional(z.string().check(z.maxLength(64))),
  /** True: those with channels that are closed, for which there may be no licence. */
  hasClosed: z.optional(z.boolean()),
})
export type DeviceFilter = z.output<typeof deviceFilter>

/**
 * An addition to the catalogue: the devices that the signed-in person may see, in any order, one page after the other. `after` is the `next` of the page
 * before: what changes meanwhile makes no device come twice, unless it is itself moved. `total`, and the models and versions that there are,
 * come with the first page only.
 */
export const deviceList = defineCall({
  path: '/vms/device/list',
  input: z.extend(deviceFilter, {
    order: z.enum(deviceOrders),
    isDescending: z.boolean(),
    limit: z.int().check(z.minimum(1), z.maximum(200)),
    after: z.optional(devicePlace),
  }),
  output: z.object({
    devices: z.array(device),
    next: z.nullable(devicePlace),
    total: z.nullable(z.int()),
    models: z.nullable(z.array(z.string())),
    versions: z.nullable(z.array(z.string())),
  }),
  access: signedIn,
  offline: 'cache',
})
