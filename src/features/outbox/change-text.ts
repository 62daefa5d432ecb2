import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import { alarmHandle } from '#contract/calls/event/alarm-handle.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { opLogsPut } from '#contract/calls/log/op-logs-put.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import type { OutboxItem } from '#contract/core-api.ts'
import type { Call, InputOf } from '#contract/define-call.ts'

const texts = new Map<string, (input: unknown) => string>()
function text<C extends Call>(call: C, make: (input: InputOf<C>) => string): void {
  texts.set(call.path, (input) => {
    const parsed = call.input.safeParse(input)
    return parsed.success ? make(parsed.data as InputOf<C>) : ''
  })
}

text(userConfigsPut, ({ configId, configName, configType }) => {
  if (configType === 'search') return t`Save the search “${configName}”`
  return configId === undefined ? t`Save the new layout “${configName}”` : t`Save the layout “${configName}”`
})
text(userConfigsDelete, () => t`Delete a layout or a saved search`)
text(profileUpdate, ({ alias, phone }) => ((alias ?? phone) === undefined ? t`Change your preferences` : t`Change your profile`))
text(alarmUpdateReadStatus, ({ alarmIds }) =>
  alarmIds === 'all'
    ? t`Mark all alarms as read`
    : plural(alarmIds.length, { one: 'Mark # alarm as read', other: 'Mark # alarms as read' }),
)
text(alarmHandle, ({ alarms: { length }, change: { state, assignee } }) => {
  if (state === 'acknowledged') return plural(length, { one: 'Acknowledge # alarm', other: 'Acknowledge # alarms' })
  if (state === 'false-alarm') return plural(length, { one: 'Mark # alarm as false', other: 'Mark # alarms as false' })
  if (state === 'open') return plural(length, { one: 'Open # alarm again', other: 'Open # alarms again' })
  return assignee === undefined
    ? plural(length, { one: 'Note something about # alarm', other: 'Note something about # alarms' })
    : plural(length, { one: 'Assign # alarm', other: 'Assign # alarms' })
})
text(siteEdit, ({ site: { siteName } }) => t`Change the site “${siteName}”`)
text(deviceEdit, ({ sn, name = sn }) => t`Change the device “${name}”`)
text(opLogsPut, () => t`Note in the log what was done on this computer`)

/** What a change does, in the words of the screen where it was made. */
export function changeText({ path, input }: Pick<OutboxItem, 'path' | 'input'>): string {
  return texts.get(path)?.(input) || i18n._(path)
}
