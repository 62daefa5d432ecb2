import { deviceOrders, type DeviceFilter, type DeviceOrder } from '#contract/calls/device/device-list.ts'
import { deviceStatus, deviceType, type DeviceStatus, type DeviceType } from '#contract/enums.ts'
import { sortOf, sortText, type Sort } from '../../ui/controls/table/sort-rows.ts'
import { textsIn } from '../../ui/filters/place-address.ts'

const MOST_SITES = 100

/** What the address says of the list. */
export interface DevicesSearch {
  search?: string
  /** As `sortOf` reads it. */
  sort?: string
  sites?: string[]
  statuses?: DeviceStatus[]
  types?: DeviceType[]
  model?: string
  version?: string
  /** Those with closed cameras alone. */
  closed?: true
  /** Columns that are not shown. */
  hide?: string[]
  /** Serial number of the device whose panel is open. */
  device?: string
  /** Change of many devices whose report is open. */
  change?: string
}

export const noDeviceFilter = {
  sites: undefined,
  statuses: undefined,
  types: undefined,
  model: undefined,
  version: undefined,
  closed: undefined,
} satisfies DevicesSearch

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 64) : undefined)

function numbers<T extends number>(value: unknown, reads: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const found = [...new Set(value.map(reads).filter((one) => one !== undefined))]
  return found.length === 0 ? undefined : found
}

/** Reads the address; whatever in it makes no sense is passed over. */
export function readDevicesSearch(search: Record<string, unknown>): DevicesSearch {
  return {
    search: text(search['search']),
    sort: sortText(orderOf(search['sort'])),
    sites: textsIn(search['sites'], MOST_SITES, (one) => one !== '' && one.length <= 64),
    statuses: numbers(search['statuses'], (one) => deviceStatus.safeParse(one).data),
    types: numbers(search['types'], (one) => deviceType.safeParse(one).data),
    model: text(search['model']),
    version: text(search['version']),
    closed: search['closed'] === true ? true : undefined,
    hide: textsIn(search['hide'], 8, (one) => /^[a-z]{1,16}$/.test(one)),
    device: text(search['device']),
    change: text(search['change']),
  }
}

/** The order that the address names, if the service knows it. */
export function orderOf(sort: unknown): (Sort & { column: DeviceOrder }) | undefined {
  const named = sortOf(sort)
  const column = deviceOrders.find((order) => order === named?.column)
  return named && column && { ...named, column }
}

export function deviceFilterCount({ sites, statuses, types, model, version, closed }: DevicesSearch): number {
  return [sites, statuses, types, model, version, closed].filter((one) => one !== undefined).length
}

/** What the service is asked for. */
export function deviceFilterOf({ search, sites, statuses, types, model, version, closed }: DevicesSearch): DeviceFilter {
  return {
    ...(search && { search }),
    ...(sites && { siteIds: sites }),
    ...(statuses && { statuses }),
    ...(types && { types }),
    ...(model && { model }),
    ...(version && { version }),
    ...(closed && { hasClosed: true }),
  }
}
