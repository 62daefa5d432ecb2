import { queryOptions } from '@tanstack/react-query'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import type { RecordingSettings } from '#contract/device-settings.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** What is kept of a channel grows while somebody looks at it. */
const RECORDED_EVERY_MS = 30_000

/** A device with its channels, and what the person may do with it. */
export function deviceDetailQuery(sn: string) {
  return queryOptions({ queryKey: ['device', sn], queryFn: ask(deviceDetail, { sn }) })
}

/** When the channels of a device are recorded, and what is kept of them, asked of the device. Its errors are for the page: they are not announced. */
export function recordingQuery(sn: string) {
  return queryOptions({
    queryKey: ['device-recording', sn],
    queryFn: ask(configDeviceGet, { sn, section: 'recording' }, { isPassing: true }),
    select: recordingOf,
    staleTime: 0,
    refetchInterval: RECORDED_EVERY_MS,
    meta: { isQuiet: true },
  })
}

/** Has a device record a channel in another way. Its error is for the form: it is not announced. */
export async function setRecording(input: InputOf<typeof configDeviceSet>): Promise<void> {
  const answer = await callCore(configDeviceSet, input, { quiet: true })
  queryClient.setQueryData(recordingQuery(input.sn).queryKey, answer)
}

function recordingOf(answer: OutputOf<typeof configDeviceGet>): RecordingSettings | undefined {
  return answer.section === 'recording' ? answer.value : undefined
}
