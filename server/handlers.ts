import type { CallName, Registry } from '#contract/registry.ts'
import { accountHandlers } from './calls/account/account-handlers.ts'
import { cloudStorageHandlers } from './calls/cloud-storage/cloud-storage-handlers.ts'
import { archiveHandlers } from './calls/archive/archive-handlers.ts'
import { installerHandlers } from './calls/installer/installer-handlers.ts'
import { logHandlers } from './calls/log/log-handlers.ts'
import { peopleHandlers } from './calls/people/people-handlers.ts'
import { userConfigsDelete } from './calls/config/user-configs-delete.ts'
import { userConfigsList } from './calls/config/user-configs-list.ts'
import { userConfigsPut } from './calls/config/user-configs-put.ts'
import { collectionChlStatus } from './calls/device/collection-chl-status.ts'
import { deviceAccessTokenGet } from './calls/device/device-access-token-get.ts'
import { deviceHandlers } from './calls/device/device-handlers.ts'
import { deviceBind } from './calls/device/device-bind.ts'
import { devicePage } from './calls/device/device-page.ts'
import { deviceUnbind } from './calls/device/device-unbind.ts'
import { siteChannelList } from './calls/device/site-channel-list.ts'
import { siteListChoose } from './calls/device/site-list-choose.ts'
import { alarmSearchList } from './calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from './calls/event/alarm-unread-count.ts'
import { contactHandlers } from './calls/contact/contact-handlers.ts'
import { alarmUpdateReadStatus } from './calls/event/alarm-update-read-status.ts'
import { eventHandlers } from './calls/event/event-handlers.ts'
import { vehicleHandlers } from './calls/vehicle/vehicle-handlers.ts'
import { licenceHandlers } from './calls/licence/licence-handlers.ts'
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
import type { Handler } from './handler.ts'

/** What answers each call. A call of the registry that is missing here does not compile. */
export const handlers: { readonly [Name in CallName]: Handler<Registry[Name]> } = {
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
  ...eventHandlers,
  ...vehicleHandlers,
  ...contactHandlers,
  ...deviceHandlers,
  ...licenceHandlers,
  ...accountHandlers,
  ...archiveHandlers,
  ...peopleHandlers,
  ...installerHandlers,
  ...logHandlers,
  ...cloudStorageHandlers,
}
