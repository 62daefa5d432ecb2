import { cloudStorageApplicationInfo } from './cloud-storage-application-info.ts'
import { cloudStorageApplicationTerm } from './cloud-storage-application-term.ts'
import { cloudStorageChlEdit } from './cloud-storage-chl-edit.ts'
import { cloudStorageChlOrderQuery } from './cloud-storage-chl-order-query.ts'
import { cloudStorageDownloadTokenGet } from './cloud-storage-download-token-get.ts'
import { cloudStorageGoodsList } from './cloud-storage-goods-list.ts'
import { cloudStorageMenuShow } from './cloud-storage-menu-show.ts'
import { cloudStoragePurchase } from './cloud-storage-purchase.ts'
import { cloudStorageRenewalEdit } from './cloud-storage-renewal-edit.ts'
import { cloudStorageVideoExistDayList } from './cloud-storage-video-exist-day-list.ts'

/** Calls of cloud storage. */
export const cloudStorageCalls = {
  cloudStorageApplicationInfo,
  cloudStorageApplicationTerm,
  cloudStorageChlEdit,
  cloudStorageChlOrderQuery,
  cloudStorageDownloadTokenGet,
  cloudStorageGoodsList,
  cloudStorageMenuShow,
  cloudStoragePurchase,
  cloudStorageRenewalEdit,
  cloudStorageVideoExistDayList,
} as const
