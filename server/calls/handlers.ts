import type { CallName, Registry } from '#contract/registry.ts'
import { accountHandlers } from './account/account-handlers.ts'
import { cloudStorageHandlers } from './cloud-storage/cloud-storage-handlers.ts'
import { archiveHandlers } from './archive/archive-handlers.ts'
import { installerHandlers } from './installer/installer-handlers.ts'
import { logHandlers } from './log/log-handlers.ts'
import { peopleHandlers } from './people/people-handlers.ts'
import { userConfigsDelete } from './config/user-configs-delete.ts'
import { userConfigsList } from './config/user-configs-list.ts'
import { userConfigsPut } from './config/user-configs-put.ts'
import { collectionChlStatus } from './device/collection-chl-status.ts'
import { deviceAccessTokenGet } from './device/device-access-token-get.ts'
import { deviceHandlers } from './device/device-handlers.ts'
import { deviceBind } from './device/device-bind.ts'
import { devicePage } from './device/device-page.ts'
import { deviceUnbind } from './device/device-unbind.ts'
import { siteChannelList } from './device/site-channel-list.ts'
import { siteListChoose } from './device/site-list-choose.ts'
import { alarmSearchList } from './event/alarm-search-list.ts'
import { alarmUnreadCount } from './event/alarm-unread-count.ts'
import { contactHandlers } from './contact/contact-handlers.ts'
import { alarmUpdateReadStatus } from './event/alarm-update-read-status.ts'
import { eventHandlers } from './event/event-handlers.ts'
import { vehicleHandlers } from './vehicle/vehicle-handlers.ts'
import { licenceHandlers } from './licence/licence-handlers.ts'
import { codePicCreate } from './user/code-pic-create.ts'
import { codePicVerify } from './user/code-pic-verify.ts'
import { customerWebsiteGet } from './user/customer-website-get.ts'
import { login } from './user/login.ts'
import { logout } from './user/logout.ts'
import { menuTree } from './user/menu-tree.ts'
import { profileGet } from './user/profile-get.ts'
import { profileUpdate } from './user/profile-update.ts'
import { systemVersionGet } from './user/system-version-get.ts'
import { tokenRenewal } from './user/token-renewal.ts'
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
