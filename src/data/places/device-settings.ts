import { queryOptions } from '@tanstack/react-query'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { diskHistory } from '#contract/calls/device/disk-history.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceLogsGet } from '#contract/calls/device/device-logs-get.ts'
import { deviceLogsList } from '#contract/calls/device/device-logs-list.ts'
import type { CameraChange } from '#contract/camera-settings.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import type { RecordingSettings } from '#contract/device-settings.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** What is kept of a channel grows while somebody looks at it. */
const RECORDED_EVERY_MS = 30_000

/** A device with its channels, and what the person may do with it. */
export function deviceDetailQuery(sn: string) {
  return queryOptions({ queryKey: ['devices', 'detail', sn], queryFn: ask(deviceDetail, { sn }) })
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

type Section = InputOf<typeof configDeviceGet>['section']
type SectionValue<S extends Section> = Extract<OutputOf<typeof configDeviceGet>, { section: S }>['value']

/** A section of a device's settings, asked of the device. Its errors are for the page: they are not announced. */
export function sectionQuery<S extends Section>(sn: string, section: S) {
  return queryOptions({
    queryKey: ['device-settings', sn, section],
    queryFn: ask(configDeviceGet, { sn, section }, { isPassing: true }),
    select: (answer: OutputOf<typeof configDeviceGet>) => (answer.section === section ? (answer.value as SectionValue<S>) : undefined),
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })
}

/** Picture and sound of a channel, asked of the device. Its errors are for the page: they are not announced. */
export function cameraQuery(sn: string, chlIndex: number) {
  return queryOptions({
    queryKey: ['device-settings', sn, 'camera', chlIndex],
    queryFn: ask(configDeviceGet, { sn, section: 'camera', chlIndex }, { isPassing: true }),
    select: (answer: OutputOf<typeof configDeviceGet>) => (answer.section === 'camera' ? answer.value : undefined),
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })
}

/** Changes picture or sound of a channel. Its error is for the form. */
export async function setCamera(sn: string, value: CameraChange): Promise<void> {
  const answer = await callCore(configDeviceSet, { sn, change: { section: 'camera', value } }, { quiet: true })
  queryClient.setQueryData(cameraQuery(sn, value.chlIndex).queryKey, answer)
}

/** Changes a section. Its error is for the form. */
export async function setSection(input: InputOf<typeof configDeviceSet>): Promise<void> {
  const answer = await callCore(configDeviceSet, input, { quiet: true })
  queryClient.setQueryData(['device-settings', input.sn, input.change.section], answer)
  await queryClient.invalidateQueries({ queryKey: deviceDetailQuery(input.sn).queryKey })
}

type Command = InputOf<typeof devCmdExecute>['command']
type CommandName = Command['name']
type CommandResult<N extends CommandName> = Extract<OutputOf<typeof devCmdExecute>, { name: N }>['result']

/** Has a device carry out a command. Throws `CallError`, not announced. */
export async function runCommand<N extends CommandName>(sn: string, command: Extract<Command, { name: N }>): Promise<CommandResult<N>> {
  const answer = await callCore(devCmdExecute, { sn, command }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: deviceDetailQuery(sn).queryKey })
  return answer.result as CommandResult<N>
}

/** What a device says of its disks, its card or a disk's health. Its errors are for the page. */
export function commandQuery<N extends 'storage-info' | 'sd-status' | 'disk-health'>(sn: string, command: Extract<Command, { name: N }>) {
  return queryOptions({
    queryKey: ['device-says', sn, command],
    queryFn: () => runCommandQuietly(sn, command),
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })
}

async function runCommandQuietly<N extends CommandName>(sn: string, command: Extract<Command, { name: N }>): Promise<CommandResult<N>> {
  return (await callCore(devCmdExecute, { sn, command }, { quiet: true })).result as CommandResult<N>
}

/** How full and how warm a disk, or the memory card, was. Its errors are for the page. */
export function diskHistoryQuery(sn: string, diskId: string) {
  return queryOptions({ queryKey: ['device-disk-history', sn, diskId], queryFn: ask(diskHistory, { sn, diskId }), meta: { isQuiet: true } })
}

/** The logs that were collected from a device, the newest first. */
export function deviceLogsQuery(sn: string) {
  return queryOptions({ queryKey: ['device-logs', sn], queryFn: ask(deviceLogsList, { sn }) })
}

/** The text of a collected log. Throws `CallError`, not announced. */
export async function deviceLog(logId: string): Promise<OutputOf<typeof deviceLogsGet>> {
  return callCore(deviceLogsGet, { logId }, { quiet: true })
}
