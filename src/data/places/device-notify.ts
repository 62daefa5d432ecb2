import { queryOptions } from '@tanstack/react-query'
import { devNotifyAdd } from '#contract/calls/event/dev-notify-add.ts'
import { devNotifyDetail } from '#contract/calls/event/dev-notify-detail.ts'
import { devNotifyEdit } from '#contract/calls/event/dev-notify-edit.ts'
import type { DevNotify } from '#contract/calls/event/dev-notify.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** Who is told by mail when a device is lost. Its errors are for the page. */
export function deviceNotifyQuery(sn: string) {
  return queryOptions({ queryKey: ['device-notify', sn], queryFn: ask(devNotifyDetail, { sn }), meta: { isQuiet: true } })
}

/** Keeps who is told. `isNew`: the device had no notification before. Throws `CallError`, not announced. */
export async function saveDeviceNotify(notify: DevNotify, isNew: boolean): Promise<void> {
  const saved = await (isNew ? callCore(devNotifyAdd, notify, { quiet: true }) : callCore(devNotifyEdit, notify, { quiet: true }))
  queryClient.setQueryData(deviceNotifyQuery(notify.sn).queryKey, { notify: saved })
}
