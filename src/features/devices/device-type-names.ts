import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { deviceTypes, type DeviceType } from '#contract/enums.ts'

export const deviceTypeNames: Record<DeviceType, MessageDescriptor> = {
  [deviceTypes.ipc]: msg`Network camera`,
  [deviceTypes.nvr]: msg`Network recorder (NVR)`,
  [deviceTypes.dvr]: msg`Video recorder (DVR)`,
  [deviceTypes.cardIpc]: msg`Camera with card`,
  [deviceTypes.doorbellIpc]: msg`Doorbell camera`,
  [deviceTypes.viewingStation]: msg`Viewing station`,
}
