import { infiniteQueryOptions } from '@tanstack/react-query'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceList, type DeviceFilter, type DeviceOrder, type DevicePlace } from '#contract/calls/device/device-list.ts'
import type { Device } from '#contract/calls/device/device.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'
import { queryClient } from '../query/query-client.ts'

const DEVICES_A_PAGE = 100
/** Where nobody waits for a first screen of them. */
const DEVICES_AT_ONCE = 200

/** Devices in an order, page after page. */
export function devicesQuery(filter: DeviceFilter, order: DeviceOrder, isDescending: boolean) {
  const list = { ...filter, order, isDescending, limit: DEVICES_A_PAGE }
  return infiniteQueryOptions({
    // Not among the `devices` that are asked for anew with each status: those are put in where they stand (`changeListed`).
    queryKey: ['device-list', list],
    queryFn: ({ pageParam: after, ...context }) =>
      ask(deviceList, after === undefined ? list : { ...list, after }, { isPassing: after !== undefined })(context),
    // What is pushed while nobody looks at a list is not put into it.
    staleTime: 0,
    initialPageParam: undefined as DevicePlace | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** All devices that a filter finds, in an order, those that no list has shown yet included. Throws `CallError`. */
export async function allDevices(filter: DeviceFilter, order: DeviceOrder, isDescending: boolean): Promise<Device[]> {
  const list = { ...filter, order, isDescending, limit: DEVICES_AT_ONCE }
  const found = new Map<string, Device>()
  let after: DevicePlace | null = null
  do {
    const page: OutputOf<typeof deviceList> = await callCore(deviceList, after === null ? list : { ...list, after }, { quiet: true })
    // One that was moved meanwhile stands where it was read first.
    for (const device of page.devices) if (!found.has(device.sn)) found.set(device.sn, device)
    after = page.next
  } while (after !== null)
  return [...found.values()]
}

/** Asks for the lists anew: devices came, went or are others. */
export function refreshDeviceLists(): void {
  void queryClient.invalidateQueries({ queryKey: ['device-list'] })
}

/** Binds a device to a site. Its error is for the form: it is not announced. */
export async function bindDevice(input: InputOf<typeof deviceBind>): Promise<Device> {
  const device = await callCore(deviceBind, input, { quiet: true })
  refreshAssets()
  refreshDeviceLists()
  return device
}
