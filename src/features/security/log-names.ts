import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Modules of the audit trail, as the service names them. */
const moduleNames: Record<string, MessageDescriptor> = {
  layouts: msg`Layouts and screens`,
  people: msg`Users`,
  installer: msg`Installer`,
  'own-machine': msg`On a person’s own computer`,
  account: msg`Account`,
  archives: msg`Archives`,
  events: msg`Events and alarms`,
  vehicles: msg`Vehicles`,
  services: msg`Purchases`,
  devices: msg`Sites and devices`,
}

/** What was done, by the name of the call that did it. A unit test looks that none is missing. */
export const operationNames: Record<string, MessageDescriptor> = {
  login: msg`Sign in`,
  preLogin: msg`First step of a sign-in`,
  logout: msg`Sign out`,
  sessionEndOthers: msg`Sign out everywhere else`,
  profileUpdate: msg`Change own profile`,
  avatarUpdate: msg`Change own picture`,
  passwordUpdate: msg`Change own password`,
  passwordReset: msg`Set a forgotten password anew`,
  passwordResetSendMessage: msg`Send a code for a forgotten password`,
  codeDynamicCreate: msg`Send a code by e-mail`,
  register: msg`Register an organization`,
  unregister: msg`Delete own account`,
  mfaSet: msg`Turn the second step on or off`,
  mfaCreate: msg`Begin to set up a second step`,
  mfaVerify: msg`Set up a second step`,
  mfaDelete: msg`Remove a second step`,
  organizationUpdate: msg`Change the organization`,
  merchantLogoUpload: msg`Change the logo`,
  brandingUpdate: msg`Change the branding`,
  brandingPictureUpload: msg`Change a picture of the branding`,
  userInvite: msg`Invite a person`,
  userInviteRetry: msg`Send an invitation again`,
  userInviteUpdate: msg`Change a person`,
  userInviteDelete: msg`Delete a person`,
  userInviteFreeze: msg`Freeze or unfreeze a person`,
  userInviteAdministrator: msg`Change who is an administrator`,
  inviteActive: msg`Accept an invitation`,
  bind: msg`Become the installer`,
  myInstallerDelete: msg`Remove the installer`,
  remoteAccessReqCreate: msg`Ask for remote access`,
  remoteAccessReqAudit: msg`Decide on remote access`,
  remoteAccessReqRevoke: msg`Revoke remote access`,
  remoteAccessConnect: msg`Sign in by remote access`,
  opLogsPut: msg`Download or clear recordings`,
  userConfigsPut: msg`Save a layout or screen`,
  userConfigsDelete: msg`Delete a layout or screen`,
  deviceBind: msg`Add a device`,
  deviceUnbind: msg`Unbind a device`,
  deviceEdit: msg`Change a device`,
  deviceSecurityCodeUpdate: msg`Change the security code of a device`,
  configDeviceSet: msg`Change settings of a device`,
  devCmdExecute: msg`Send a command to a device`,
  ptzExecute: msg`Move a camera (PTZ)`,
  ptzEdit: msg`Change presets, cruises or tracks of a camera`,
  channelOpen: msg`Switch a channel on`,
  channelClose: msg`Switch a channel off`,
  channelMapPut: msg`Place a camera on a map`,
  siteAdd: msg`Create a site`,
  siteEdit: msg`Change a site`,
  siteDelete: msg`Delete a site`,
  siteUserAssign: msg`Assign people to a site`,
  siteMapPut: msg`Change the map of a site`,
  alarmUpdateReadStatus: msg`Mark alarms as read`,
  eventRuleAddOrEdit: msg`Save an alarm rule`,
  eventRuleDelete: msg`Delete an alarm rule`,
  devNotifyAdd: msg`Add a notice about devices`,
  devNotifyEdit: msg`Change a notice about devices`,
  contactAdd: msg`Add a contact`,
  contactEdit: msg`Change a contact`,
  contactDelete: msg`Delete a contact`,
  plateGroupAdd: msg`Create a plate group`,
  plateGroupEdit: msg`Change a plate group`,
  plateGroupDelete: msg`Delete a plate group`,
  plateAdd: msg`Add a plate`,
  plateEdit: msg`Change a plate`,
  plateDelete: msg`Delete plates`,
  plateImport: msg`Import plates`,
  archivesCreate: msg`Archive a recording`,
  archivesUpdate: msg`Rename an archive`,
  archivesDelete: msg`Delete archives`,
  archivesRetry: msg`Try an archive again`,
  archivesCancel: msg`Cancel an archive`,
  archivesShare: msg`Share an archive`,
  archivesShareRevoke: msg`Revoke a share`,
  archivesAuthorityUpdate: msg`Change archive rights`,
  licenseOrderInsertPayOrder: msg`Order a licence`,
  licenseOrderInsertPay: msg`Begin a payment`,
  licenseOrderCancel: msg`Cancel an order`,
  licenseOrderDelete: msg`Delete an order`,
  payCallbackSuccess: msg`Payment made`,
  payCallbackCancel: msg`Payment cancelled`,
  cloudStoragePurchase: msg`Order cloud storage`,
}

/** A module in words; one that this version does not know keeps its own name. */
export function moduleName(module: string): string {
  const name = moduleNames[module]
  return name ? i18n._(name) : module
}

/** An operation in words; one that this version does not know keeps its own name. */
export function operationName(operation: string): string {
  const name = operationNames[operation]
  return name ? i18n._(name) : operation
}
