import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import type { Device } from '#contract/calls/device/device.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'

/** One page of devices, by name. `pageNum` from 1. */
export function devicesQuery(page: InputOf<typeof devicePage>) {
  return queryOptions({ queryKey: ['devices', page], queryFn: ask(devicePage, page), placeholderData: keepPreviousData })
}

/** Binds a device to a site. Its error is for the form: it is not announced. */
export async function bindDevice(input: InputOf<typeof deviceBind>): Promise<Device> {
  const device = await callCore(deviceBind, input, { quiet: true })
  refreshAssets()
  return device
}

/** Takes a device away from the organization. */
export async function unbindDevice(sn: string): Promise<void> {
  await callCore(deviceUnbind, { sn })
  refreshAssets()
}
