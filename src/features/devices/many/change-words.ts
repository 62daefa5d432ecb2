import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { ChangeLine, ManyChange } from '#contract/calls/device/many-change.ts'
import type { RecordingMode } from '#contract/device-settings.ts'
import { codeOf } from '#contract/errors.ts'
import { errorText } from '../../../ui/text/error-text.ts'
import { listed, named } from '../../../ui/text/joined.ts'

export const changeNames: Record<ManyChange['kind'], MessageDescriptor> = {
  'time-zone': msg`Time zone`,
  language: msg`Language that the device shows`,
  notify: msg`Mail about outages`,
  recording: msg`Recording`,
  retention: msg`How long recordings are kept`,
  reboot: msg`Restart`,
  upgrade: msg`Newest firmware`,
}

export const recordingModeNames: Record<RecordingMode, MessageDescriptor> = {
  off: msg`Off`,
  continuous: msg`Continuous`,
  events: msg`Around events`,
}

/** What is changed, and to what. */
export function changeText(change: ManyChange, i18n: I18n): string {
  const name = i18n._(changeNames[change.kind])
  const value = valueText(change, i18n)
  return value === undefined ? name : named(name, value)
}

function valueText(change: ManyChange, i18n: I18n): string | undefined {
  if (change.kind === 'time-zone') return change.timeZone
  if (change.kind === 'language') return new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(change.language)
  if (change.kind === 'recording') return i18n._(recordingModeNames[change.mode])
  if (change.kind === 'retention')
    return change.days === null ? t`as long as there is room` : plural(change.days, { one: '# day', other: '# days' })
  if (change.kind === 'notify') return change.isEnabled ? listed(change.emails) : t`nobody`
  return undefined
}

const lineNames: Record<ChangeLine['state'], MessageDescriptor> = {
  waiting: msg`Waits for its turn`,
  running: msg`Under way`,
  done: msg`Done`,
  failed: msg`Not done`,
  'called-off': msg`Called off, left as it is`,
}

/** What became of a device, and why. */
export function lineText({ state, code }: ChangeLine, i18n: I18n): string {
  if (code === codeOf('device-cannot')) return t`The device has no such setting.`
  if (code === codeOf('device-went-away')) return t`It went away in the middle: look whether it has it.`
  if (code === codeOf('device-offline')) return t`The device is offline.`
  if (code === codeOf('device-refuses-value')) return t`The device refuses this value.`
  return code === null ? i18n._(lineNames[state]) : errorText({ code })
}
