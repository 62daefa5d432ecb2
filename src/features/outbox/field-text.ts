import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** Names of the fields that two versions of an object may differ in, as their forms have them. */
export const fieldNames: Record<string, MessageDescriptor> = {
  alarmState: msg`Status`,
  assignee: msg`Assigned to`,
  note: msg`Note`,
  byName: msg`Handled by`,
  configName: msg`Name`,
  splitNum: msg`Windows`,
  isDefault: msg`Opens first`,
  playChlList: msg`Cameras`,
  isShared: msg`Shared`,
  dwellS: msg`Seconds each`,
  alias: msg`Display name`,
  phone: msg`Phone`,
  language: msg`Language`,
  theme: msg`Theme`,
  name: msg`Name`,
  siteId: msg`Site`,
  siteName: msg`Name`,
  scene: msg`Scene`,
  customScene: msg`Scene`,
  city: msg`City`,
  address: msg`Address`,
  contact: msg`Contact`,
  timeZone: msg`Time zone`,
  position: msg`Place on the map`,
}
