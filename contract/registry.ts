import { alarmSearchList } from './calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from './calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from './calls/event/alarm-update-read-status.ts'
import { userConfigsDelete } from './calls/config/user-configs-delete.ts'
import { userConfigsList } from './calls/config/user-configs-list.ts'
import { userConfigsPut } from './calls/config/user-configs-put.ts'
import { collectionChlStatus } from './calls/device/collection-chl-status.ts'
import { deviceAccessTokenGet } from './calls/device/device-access-token-get.ts'
import { deviceCalls } from './calls/device/device-calls.ts'
import { deviceBind } from './calls/device/device-bind.ts'
import { devicePage } from './calls/device/device-page.ts'
import { deviceUnbind } from './calls/device/device-unbind.ts'
import { siteChannelList } from './calls/device/site-channel-list.ts'
import { siteListChoose } from './calls/device/site-list-choose.ts'
import { accountCalls } from './calls/account/account-calls.ts'
import { installerCalls } from './calls/installer/installer-calls.ts'
import { logCalls } from './calls/log/log-calls.ts'
import { peopleCalls } from './calls/people/people-calls.ts'
import { codePicCreate } from './calls/user/code-pic-create.ts'
import { codePicVerify } from './calls/user/code-pic-verify.ts'
import { customerWebsiteGet } from './calls/user/customer-website-get.ts'
import { login } from './calls/user/login.ts'
import { logout } from './calls/user/logout.ts'
import { menuTree } from './calls/user/menu-tree.ts'
import { profileGet } from './calls/user/profile-get.ts'
import { profileUpdate } from './calls/user/profile-update.ts'
import { systemVersionGet } from './calls/user/system-version-get.ts'
import { tokenRenewal } from './calls/user/token-renewal.ts'
import { cloudStorageCalls } from './calls/cloud-storage/cloud-storage-calls.ts'
import { archiveCalls } from './calls/archive/archive-calls.ts'
import { licenceCalls } from './calls/licence/licence-calls.ts'
import { contactCalls } from './calls/contact/contact-calls.ts'
import { eventCalls } from './calls/event/event-calls.ts'
import { vehicleCalls } from './calls/vehicle/vehicle-calls.ts'

/**
 * Every call there is. The service's handlers are a mapped type over this, so that a call without a handler does not
 * compile; the shared worker finds a call's shapes here by its path.
 */
export const registry = {
  login,
  logout,
  tokenRenewal,
  profileGet,
  profileUpdate,
  customerWebsiteGet,
  codePicCreate,
  codePicVerify,
  menuTree,
  systemVersionGet,
  siteListChoose,
  siteChannelList,
  collectionChlStatus,
  deviceAccessTokenGet,
  devicePage,
  deviceBind,
  deviceUnbind,
  userConfigsList,
  userConfigsPut,
  userConfigsDelete,
  alarmSearchList,
  alarmUnreadCount,
  alarmUpdateReadStatus,
  ...eventCalls,
  ...vehicleCalls,
  ...contactCalls,
  ...deviceCalls,
  ...licenceCalls,
  ...accountCalls,
  ...archiveCalls,
  ...peopleCalls,
  ...installerCalls,
  ...logCalls,
  ...cloudStorageCalls,
} as const

export type Registry = typeof registry
export type CallName = keyof Registry
