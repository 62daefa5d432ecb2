import type { CallName } from '#contract/registry.ts'

/**
 * Who makes calls. Roles are of somebody who has them on the site that is asked about. The visitor has the address of a share and no
 * account; the station is a display device with its own key, on which people sign in with a role of theirs; an installer comes before
 * access is granted, within the time granted, and after it; the stranger administers another organization.
 */
export const callers = [
  'nobody',
  'visitor',
  'station',
  'administrator',
  'site-administrator',
  'site-operator',
  'live-only',
  'no-authority',
  'installer before',
  'installer within',
  'installer after',
  'stranger',
] as const
export type Caller = (typeof callers)[number]

/** How those are kept out who have no session: no token, none that the service gave, none that is good any more. */
export const withoutSession = {
  nobody: 10002,
  visitor: 10002,
  station: 7009,
  'installer before': 7009,
  'installer after': 9102,
} as const satisfies Partial<Record<Caller, number>>

/** Callers with a session whom a call lets in; it answers all others who have one with 5000. */
const audiences = {
  everybody: callers,
  'signed in': ['administrator', 'site-administrator', 'site-operator', 'live-only', 'no-authority', 'installer within', 'stranger'],
  'may watch': ['administrator', 'site-administrator', 'site-operator', 'live-only', 'installer within', 'stranger'],
  'may play back': ['administrator', 'site-administrator', 'site-operator', 'installer within', 'stranger'],
  'may move cameras': ['administrator', 'site-administrator', 'site-operator', 'installer within', 'stranger'],
  'may configure': ['administrator', 'site-administrator', 'installer within', 'stranger'],
  administers: ['administrator', 'installer within', 'stranger'],
  'administers and belongs here': ['administrator', 'stranger'],
} as const satisfies Record<string, readonly Caller[]>
export type Audience = keyof typeof audiences

/** Whether the audience has this caller in it. */
export function isIn(audience: Audience, caller: Caller): boolean {
  return (audiences[audience] as readonly Caller[]).includes(caller)
}

/**
 * Who may make each call, as the specification has it (1: sections 2, 4 and 6; 2: section 6; "(open)" of the catalogue), written down
 * here a second time, so that a slip in a definition shows. Beside it the object decides.
 */
export const whoMay: Record<CallName, Audience> = {
  // Screens before the sign-in: login, password, registration, invitations; branding and version.
  login: 'everybody',
  maintenanceNoTokenLatest: 'everybody',
  preLogin: 'everybody',
  preCheck: 'everybody',
  codePicCreate: 'everybody',
  codePicVerify: 'everybody',
  codeDynamicCreate: 'everybody',
  passwordResetSendMessage: 'everybody',
  passwordReset: 'everybody',
  register: 'everybody',
  userExist: 'everybody',
  inviteCheck: 'everybody',
  inviteActive: 'everybody',
  customerWebsiteGet: 'everybody',
  systemVersionGet: 'everybody',
  // An installer has a key or a link, and no account.
  bindCheck: 'everybody',
  bind: 'everybody',
  remoteAccessConnect: 'everybody',
  remoteAccessReqCreate: 'everybody',
  remoteAccessReqOwn: 'everybody',
  // The public page of a shared archive: the address is the key.
  archivesShareGet: 'everybody',
  archivesDownloadTokenNoTokenGet: 'everybody',
  archivesVideoNoTokenList: 'everybody',
  // Where a browser comes back to from the check-out; the address is signed.
  payCallbackSuccess: 'everybody',
  payCallbackCancel: 'everybody',

  // One's own session, account, second step, menu and layouts.
  logout: 'signed in',
  tokenRenewal: 'signed in',
  sessionEndOthers: 'signed in',
  menuTree: 'signed in',
  funcResList: 'signed in',
  profileGet: 'signed in',
  profileUpdate: 'signed in',
  avatarUpdate: 'signed in',
  passwordUpdate: 'signed in',
  unregister: 'signed in',
  unregisterCheck: 'signed in',
  mfaList: 'signed in',
  mfaSet: 'signed in',
  mfaCreate: 'signed in',
  mfaVerify: 'signed in',
  mfaDelete: 'signed in',
  userConfigsList: 'signed in',
  userConfigsPut: 'signed in',
  userConfigsDelete: 'signed in',
  userQuery: 'signed in',
  organizationGet: 'signed in',
  maintenanceLatest: 'signed in',
  opLogsPut: 'signed in',
  archivesAuthorityGet: 'signed in',

  // Sites, devices and channels as far as one sees them: assets, live view and alarms are pages for all.
  siteListChoose: 'signed in',
  siteChannelList: 'signed in',
  siteDeviceChl: 'signed in',
  collectionChlStatus: 'signed in',
  devicePage: 'signed in',
  deviceNum: 'signed in',
  deviceDetail: 'signed in',
  deviceInfoGet: 'signed in',
  vsDeviceList: 'signed in',
  channelListDetail: 'signed in',
  channelAuthNum: 'signed in',
  channelNum: 'signed in',
  channelPage: 'signed in',
  alarmSearchList: 'signed in',
  alarmUnreadCount: 'signed in',
  alarmUpdateReadStatus: 'signed in',
  alarmDetail: 'signed in',
  eventDictGet: 'signed in',

  // What is bought, as everybody's screens and guards ask for it.
  licenseInstQuery: 'signed in',
  licenseApplicationTermGet: 'signed in',
  vasInstCheck: 'signed in',
  cloudStorageMenuShow: 'signed in',
  cloudStorageApplicationTerm: 'signed in',

  // Live pictures.
  deviceAccessTokenGet: 'may watch',

  // What was recorded: "only live" is no playback, no search, no archives.
  eventSearchList: 'may play back',
  eventExport: 'may play back',
  eventVideoExistDayList: 'may play back',
  eventVideoSearch: 'may play back',
  alarmSearch: 'may play back',
  archivesCreate: 'may play back',
  archivesList: 'may play back',
  archivesConditions: 'may play back',
  archivesUpdate: 'may play back',
  archivesDelete: 'may play back',
  archivesRetry: 'may play back',
  archivesCancel: 'may play back',
  archivesShare: 'may play back',
  archivesShareList: 'may play back',
  archivesShareRevoke: 'may play back',
  archivesDownloadTokenGet: 'may play back',
  recordedPartCreate: 'may play back',
  recordedPartEstimate: 'may play back',
  recordedPartGet: 'may play back',
  archivesVideoList: 'may play back',
  cloudStorageChlOrderQuery: 'may play back',
  cloudStorageVideoExistDayList: 'may play back',
  cloudStorageDownloadTokenGet: 'may play back',

  // Settings of devices, channels and rules: the site's administrator, not its operator.
  deviceEdit: 'may configure',
  deviceRedirectGet: 'may configure',
  deviceSecurityCodeUpdate: 'may configure',
  channelOpen: 'may configure',
  channelClose: 'may configure',
  channelMapPut: 'may configure',
  devCmdCheck: 'may configure',
  devCmdExecute: 'may configure',
  // Cameras are moved by operators, too.
  ptzGet: 'may move cameras',
  ptzExecute: 'may move cameras',
  ptzRenew: 'may move cameras',
  ptzEdit: 'may move cameras',
  deviceLogsList: 'may configure',
  deviceLogsGet: 'may configure',
  configDeviceGet: 'may configure',
  configDeviceSet: 'may configure',
  devNotifyDetail: 'may configure',
  devNotifyAdd: 'may configure',
  devNotifyEdit: 'may configure',
  eventRuleAddOrEdit: 'may configure',
  eventRuleList: 'may configure',
  eventRuleDelete: 'may configure',
  contactList: 'may configure',

  // The organization: its sites and devices, plates and contacts, purchases, logs. Vehicles and users are hidden from lower users.
  deviceBind: 'administers',
  deviceUnbind: 'administers',
  merchantSiteChlList: 'administers',
  siteAdd: 'administers',
  siteEdit: 'administers',
  siteDelete: 'administers',
  siteMapPut: 'administers',
  mapGet: 'signed in',
  planAdd: 'administers',
  planEdit: 'administers',
  planDelete: 'administers',
  planCameraPut: 'may configure',
  siteUserList: 'administers',
  plateGroupList: 'administers',
  plateGroupAdd: 'administers',
  plateGroupEdit: 'administers',
  plateGroupDelete: 'administers',
  plateList: 'administers',
  plateAdd: 'administers',
  plateEdit: 'administers',
  plateDelete: 'administers',
  plateImport: 'administers',
  contactAdd: 'administers',
  contactEdit: 'administers',
  contactDelete: 'administers',
  organizationUpdate: 'administers',
  merchantLogoUpload: 'administers',
  brandingUpdate: 'administers',
  brandingPictureUpload: 'administers',
  licensePriceMatrixQuote: 'administers',
  licenseOrderPage: 'administers',
  licenseOrderQuery: 'administers',
  licenseOrderInsertPayOrder: 'administers',
  licenseOrderInsertPay: 'administers',
  licenseOrderCancel: 'administers',
  licenseOrderDelete: 'administers',
  orderPayType: 'administers',
  buyCheck: 'administers',
  cloudStoragePurchase: 'administers',
  cloudStorageApplicationInfo: 'administers',
  cloudStorageGoodsList: 'administers',
  opLogsList: 'administers',
  moduleFunctionsGet: 'administers',
  inviteDetail: 'administers',
  inviteList: 'administers',
  myInstallerGet: 'administers',
  remoteAccessReqList: 'administers',

  // Who belongs to the organization, what people may do, and the installer's own access: nothing that an installer decides.
  userInvite: 'administers and belongs here',
  userInviteRetry: 'administers and belongs here',
  userInviteUpdate: 'administers and belongs here',
  userInviteDelete: 'administers and belongs here',
  userInviteFreeze: 'administers and belongs here',
  userInviteAdministrator: 'administers and belongs here',
  siteUserAssign: 'administers and belongs here',
  archivesAuthorityUpdate: 'administers and belongs here',
  myInstallerDelete: 'administers and belongs here',
  remoteAccessReqAudit: 'administers and belongs here',
  remoteAccessReqRevoke: 'administers and belongs here',
}
