import { archivesAuthorityGet } from './archives-authority-get.ts'
import { archivesAuthorityUpdate } from './archives-authority-update.ts'
import { archivesCancel } from './archives-cancel.ts'
import { archivesConditions } from './archives-conditions.ts'
import { archivesCreate } from './archives-create.ts'
import { archivesDelete } from './archives-delete.ts'
import { archivesDetail } from './archives-detail.ts'
import { archivesDownloadTokenGet } from './archives-download-token-get.ts'
import { archivesDownloadTokenNoTokenGet } from './archives-download-token-no-token-get.ts'
import { archivesList } from './archives-list.ts'
import { archivesProofGet } from './archives-proof-get.ts'
import { archivesProofNoTokenGet } from './archives-proof-no-token-get.ts'
import { archivesRedactCancel } from './archives-redact-cancel.ts'
import { archivesRedactCreate } from './archives-redact-create.ts'
import { archivesRedactDelete } from './archives-redact-delete.ts'
import { archivesRedactDownloadTokenGet } from './archives-redact-download-token-get.ts'
import { archivesRedactGet } from './archives-redact-get.ts'
import { archivesRedactList } from './archives-redact-list.ts'
import { archivesRedactVideoList } from './archives-redact-video-list.ts'
import { archivesRetry } from './archives-retry.ts'
import { archivesShareGet } from './archives-share-get.ts'
import { archivesShareList } from './archives-share-list.ts'
import { archivesShareBrandingGet } from './archives-share-branding-get.ts'
import { archivesShareOpeningList } from './archives-share-opening-list.ts'
import { archivesShareOrganizationList } from './archives-share-organization-list.ts'
import { archivesShareOrganizationRevoke } from './archives-share-organization-revoke.ts'
import { archivesSharePlayed } from './archives-share-played.ts'
import { archivesShareRevoke } from './archives-share-revoke.ts'
import { archivesShare } from './archives-share.ts'
import { archivesUpdate } from './archives-update.ts'
import { archivesVideoList } from './archives-video-list.ts'
import { archivesVideoNoTokenList } from './archives-video-no-token-list.ts'
import { recordedPartCreate } from './recorded-part-create.ts'
import { recordedPartEstimate } from './recorded-part-estimate.ts'
import { recordedPartGet } from './recorded-part-get.ts'

/** Calls of archives and of their shares, and of parts of recordings that are downloaded. */
export const archiveCalls = {
  archivesAuthorityGet,
  archivesAuthorityUpdate,
  archivesCancel,
  archivesConditions,
  archivesCreate,
  archivesDelete,
  archivesDetail,
  archivesDownloadTokenGet,
  archivesDownloadTokenNoTokenGet,
  archivesList,
  archivesProofGet,
  archivesProofNoTokenGet,
  archivesRedactCancel,
  archivesRedactCreate,
  archivesRedactDelete,
  archivesRedactDownloadTokenGet,
  archivesRedactGet,
  archivesRedactList,
  archivesRedactVideoList,
  archivesRetry,
  archivesShareGet,
  archivesShareList,
  archivesShareBrandingGet,
  archivesShareOpeningList,
  archivesShareOrganizationList,
  archivesShareOrganizationRevoke,
  archivesSharePlayed,
  archivesShareRevoke,
  archivesShare,
  archivesUpdate,
  archivesVideoList,
  archivesVideoNoTokenList,
  recordedPartCreate,
  recordedPartEstimate,
  recordedPartGet,
} as const
