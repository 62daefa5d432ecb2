import type { deviceCalls } from '#contract/calls/device/device-calls.ts'
import type { Handler } from '../handler.ts'
import { channelAuthNum } from './channel-auth-num.ts'
import { channelClose } from './channel-close.ts'
import { channelListDetail } from './channel-list-detail.ts'
import { channelMapPut } from './channel-map-put.ts'
import { channelNum } from './channel-num.ts'
import { channelOpen } from './channel-open.ts'
import { channelPage } from './channel-page.ts'
import { configDeviceGet } from './config-device-get.ts'
import { configDeviceSet } from './config-device-set.ts'
import { devCmdCheck } from './dev-cmd-check.ts'
import { devCmdExecute } from './dev-cmd-execute.ts'
import { deviceDetail } from './device-detail.ts'
import { deviceEdit } from './device-edit.ts'
import { deviceInfoGet } from './device-info-get.ts'
import { deviceLogsGet } from './device-logs-get.ts'
import { deviceLogsList } from './device-logs-list.ts'
import { deviceNum } from './device-num.ts'
import { deviceRedirectGet } from './device-redirect-get.ts'
import { deviceSecurityCodeUpdate } from './device-security-code-update.ts'
import { merchantSiteChlList } from './merchant-site-chl-list.ts'
import { ptzEdit } from './ptz-edit.ts'
import { ptzExecute } from './ptz-execute.ts'
import { ptzGet } from './ptz-get.ts'
import { ptzRenew } from './ptz-renew.ts'
import { siteAdd } from './site-add.ts'
import { siteDelete } from './site-delete.ts'
import { siteDeviceChl } from './site-device-chl.ts'
import { siteEdit } from './site-edit.ts'
import { siteMapPut } from './site-map-put.ts'
import { siteUserAssign } from './site-user-assign.ts'
import { siteUserList } from './site-user-list.ts'
import { vsDeviceList } from './vs-device-list.ts'
type Calls = typeof deviceCalls

/** What answers the calls of devices, sites and channels beside the first ones. */
export const deviceHandlers: { readonly [Name in keyof Calls]: Handler<Calls[Name]> } = {
  deviceEdit,
  deviceNum,
  deviceDetail,
  deviceInfoGet,
  deviceRedirectGet,
  deviceSecurityCodeUpdate,
  channelListDetail,
  channelOpen,
  channelClose,
  channelAuthNum,
  channelNum,
  channelPage,
  vsDeviceList,
  devCmdCheck,
  devCmdExecute,
  ptzGet,
  ptzExecute,
  ptzRenew,
  ptzEdit,
  deviceLogsList,
  deviceLogsGet,
  configDeviceGet,
  configDeviceSet,
  channelMapPut,
  siteDeviceChl,
  merchantSiteChlList,
  siteAdd,
  siteEdit,
  siteDelete,
  siteUserList,
  siteUserAssign,
  siteMapPut,
}
