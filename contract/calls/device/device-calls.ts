import { bridgeCameraAdd } from './bridge-camera-add.ts'
import { bridgeCameraList } from './bridge-camera-list.ts'
import { bridgeCameraRemove } from './bridge-camera-remove.ts'
import { bridgeCameraTry } from './bridge-camera-try.ts'
import { bridgeList } from './bridge-list.ts'
import { bridgeSearch } from './bridge-search.ts'
import { channelAuthNum } from './channel-auth-num.ts'
import { channelClose } from './channel-close.ts'
import { channelListDetail } from './channel-list-detail.ts'
import { channelMapPut } from './channel-map-put.ts'
import { channelNum } from './channel-num.ts'
import { channelOpen } from './channel-open.ts'
import { channelPage } from './channel-page.ts'
import { collectionChlStatus } from './collection-chl-status.ts'
import { configDeviceGet } from './config-device-get.ts'
import { configDeviceSet } from './config-device-set.ts'
import { devCmdCheck } from './dev-cmd-check.ts'
import { devCmdExecute } from './dev-cmd-execute.ts'
import { deviceAccessTokenGet } from './device-access-token-get.ts'
import { deviceBind } from './device-bind.ts'
import { deviceBindMany } from './device-bind-many.ts'
import { deviceDetail } from './device-detail.ts'
import { deviceEdit } from './device-edit.ts'
import { deviceHistory } from './device-history.ts'
import { deviceInfoGet } from './device-info-get.ts'
import { deviceList } from './device-list.ts'
import { deviceLogsGet } from './device-logs-get.ts'
import { deviceLogsList } from './device-logs-list.ts'
import { deviceNum } from './device-num.ts'
import { devicePage } from './device-page.ts'
import { deviceRedirectGet } from './device-redirect-get.ts'
import { deviceSecurityCodeUpdate } from './device-security-code-update.ts'
import { deviceUnbind } from './device-unbind.ts'
import { diskHistory } from './disk-history.ts'
import { manyChangeCallOff } from './many-change-call-off.ts'
import { manyChangeGet } from './many-change-get.ts'
import { manyChangeList } from './many-change-list.ts'
import { manyChangeRetry } from './many-change-retry.ts'
import { manyChangeStart } from './many-change-start.ts'
import { merchantSiteChlList } from './merchant-site-chl-list.ts'
import { ptzEdit } from './ptz-edit.ts'
import { ptzExecute } from './ptz-execute.ts'
import { ptzGet } from './ptz-get.ts'
import { ptzRenew } from './ptz-renew.ts'
import { siteAdd } from './site-add.ts'
import { siteChannelList } from './site-channel-list.ts'
import { siteContents } from './site-contents.ts'
import { siteDelete } from './site-delete.ts'
import { siteDeviceChl } from './site-device-chl.ts'
import { siteEdit } from './site-edit.ts'
import { siteListChoose } from './site-list-choose.ts'
import { siteMapPut } from './site-map-put.ts'
import { siteSceneAdd } from './site-scene-add.ts'
import { siteSceneDelete } from './site-scene-delete.ts'
import { siteSceneList } from './site-scene-list.ts'
import { siteUserAssign } from './site-user-assign.ts'
import { siteUserList } from './site-user-list.ts'
import { vsDeviceList } from './vs-device-list.ts'

/** Calls of devices, sites and channels: what there is, management, settings and commands. */
export const deviceCalls = {
  bridgeCameraAdd,
  bridgeCameraList,
  bridgeCameraRemove,
  bridgeCameraTry,
  bridgeList,
  bridgeSearch,
  channelAuthNum,
  channelClose,
  channelListDetail,
  channelMapPut,
  channelNum,
  channelOpen,
  channelPage,
  collectionChlStatus,
  configDeviceGet,
  configDeviceSet,
  devCmdCheck,
  devCmdExecute,
  deviceAccessTokenGet,
  deviceBind,
  deviceBindMany,
  deviceDetail,
  deviceEdit,
  deviceHistory,
  deviceInfoGet,
  deviceList,
  deviceLogsGet,
  deviceLogsList,
  deviceNum,
  devicePage,
  deviceRedirectGet,
  deviceSecurityCodeUpdate,
  deviceUnbind,
  diskHistory,
  manyChangeCallOff,
  manyChangeGet,
  manyChangeList,
  manyChangeRetry,
  manyChangeStart,
  merchantSiteChlList,
  ptzEdit,
  ptzExecute,
  ptzGet,
  ptzRenew,
  siteAdd,
  siteChannelList,
  siteContents,
  siteDelete,
  siteDeviceChl,
  siteEdit,
  siteListChoose,
  siteMapPut,
  siteSceneAdd,
  siteSceneDelete,
  siteSceneList,
  siteUserAssign,
  siteUserList,
  vsDeviceList,
} as const
