import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { groupOfError, type ErrorCode, type ErrorGroup } from '#contract/errors.ts'
import type { StreamFault } from '#contract/enums.ts'

const wrongInput = msg`Something in what was entered is not accepted. Check it and try again.`
const noRight = msg`You do not have permission for this. An administrator can give it to you.`
const signInAgain = msg`Your session has ended. Sign in again.`
const tooFrequent = msg`Too many attempts. Wait a minute, then try again.`
const codeWrong = msg`The code is wrong. Enter the newest one that you were given.`
const oldPasswordWrong = msg`The old password is wrong.`
const notActivated = msg`This account is not activated yet. Open the link in your invitation e-mail.`
const userExists = msg`There is already an account with this e-mail address. Sign in with it.`
const userNotFound = msg`This person does not exist any more.`
const accountTrouble = msg`The account could not be changed. Check what was entered, and try again.`
const deviceTrouble = msg`The site or device could not do this. Reload the page to see how things stand.`
const plateTrouble = msg`The plate database could not do this. Reload the page to see how things stand.`
const registrationTrouble = msg`The registration or invitation could not be finished. Ask for a new link.`
const archiveTrouble = msg`The cloud archive could not do this. Try again in a moment.`
const paymentTrouble = msg`The payment could not be made. Look at the order in your order record.`
const serviceTrouble = msg`The service has a problem. Try again in a moment.`

/** What people read for each code. A code without a sentence does not compile. */
export const errorTexts: Record<ErrorCode, MessageDescriptor> = {
  1000: wrongInput,
  1005: msg`The image code is wrong. Enter the characters of the new picture.`,
  1007: msg`Enter the characters in the picture.`,
  1008: msg`The code has expired. Ask for a new one.`,
  1009: msg`The code is wrong. It is in the newest e-mail that you were sent.`,
  1015: userExists,
  1024: msg`Too many codes were sent today. Try again tomorrow.`,
  1027: codeWrong,
  4500: wrongInput,
  5000: noRight,
  5001: msg`You do not have permission for this item. An administrator can give it to you.`,
  5002: msg`You do not have permission to download. An administrator can give it to you.`,
  6000: msg`That is not possible right now. Reload the page to see how things stand.`,
  6001: tooFrequent,
  6002: msg`The service failed while it did this. Look whether it was done before you try again.`,
  7000: wrongInput,
  7001: userNotFound,
  7002: oldPasswordWrong,
  7003: msg`You were signed out from another place, or your password was changed. Sign in again.`,
  7004: msg`You were signed out here because this account signed in on too many other places.`,
  7009: signInAgain,
  7010: notActivated,
  7011: notActivated,
  7019: userExists,
  7026: accountTrouble,
  7062: msg`The device is offline. Check its power and network.`,
  7063: deviceTrouble,
  7088: msg`Your session has expired. Sign in again.`,
  7090: msg`You were signed out after 30 minutes without activity.`,
  9100: signInAgain,
  9101: msg`Your session was used from another place and has been ended for safety. Sign in again.`,
  9102: msg`Your permission to sign in was withdrawn. Ask your administrator.`,
  9103: msg`This account has been deleted.`,
  10002: msg`Sign in to go on.`,
  20001: wrongInput,
  20003: userNotFound,
  20004: msg`This account is frozen. Ask your administrator.`,
  20005: msg`The user name or password is wrong.`,
  20006: msg`Sign-in is locked after too many wrong attempts.`,
  20007: msg`The image code is wrong. Enter the characters of the new picture.`,
  20008: msg`The image code has expired. Enter the characters of the new picture.`,
  20009: msg`Enter the characters in the picture.`,
  20010: oldPasswordWrong,
  20011: msg`The new password must differ from the old one.`,
  20017: msg`The file is larger than 2 MB. Choose a smaller one.`,
  20018: msg`This file cannot be used. Choose a JPG, PNG or BMP picture that is not too large.`,
  20019: msg`Too many pictures were uploaded today. Try again tomorrow.`,
  20021: msg`This e-mail address already belongs to an account.`,
  20023: tooFrequent,
  20026: noRight,
  20030: msg`This link has expired. Ask for a new one.`,
  20031: registrationTrouble,
  20032: msg`The code is wrong. Enter the one that your authenticator app shows now.`,
  20033: msg`This link is not valid. Open the one in the newest e-mail.`,
  20035: msg`There is no account with this e-mail address.`,
  20037: msg`This invitation has been sent or used already.`,
  20042: msg`There is already an organization with this name. Choose another.`,
  20046: accountTrouble,
  20052: accountTrouble,
  20073: codeWrong,
  33001: msg`You do not have permission for this device.`,
  33002: msg`You do not have permission for this site.`,
  33003: msg`No device with this serial number has called in. Check the label, and that the device is on the network.`,
  33004: msg`The security code does not belong to this device. It is on the label, beside the serial number.`,
  33005: msg`This camera does not exist any more.`,
  33006: msg`This site does not exist any more.`,
  33007: msg`The device does not answer. Try again in a moment.`,
  33010: msg`This device is already in use by an organization. It must be unbound there first.`,
  33011: deviceTrouble,
  33020: msg`This stream cannot be played.`,
  33060: msg`Choose a range of at most 31 days.`,
  33400: msg`You are the last administrator. Remove the other users first, or make one of them an administrator.`,
  33401: msg`The organization still has devices. Unbind them first.`,
  33550: msg`The installer is not known, or the access key is wrong.`,
  33551: msg`The organization already has an installer.`,
  33552: msg`A request of this installer is still open.`,
  33553: msg`This remote access has ended.`,
  33671: msg`This has been set up from another place meanwhile. Reload the page to see how things stand.`,
  33672: msg`The second step of the sign-in is missing or wrong.`,
  33861: msg`No cloud storage is in use for this camera.`,
  33811: msg`This code has been used already. Use a new one.`,
  43004: noRight,
  33021: msg`You already have a layout with this name.`,
  33022: msg`This device cannot do that.`,
  33023: msg`The device does not accept this value. Change it and try again.`,
  33024: msg`The device tried, and failed. Try again, or look into its log.`,
  33026: msg`There is a site with this name already.`,
  33027: msg`This site still has devices. Move or unbind them first.`,
  33028: msg`The new security code is the one that the device has already.`,
  33025: msg`Somebody else moves this camera now.`,
  33029: msg`The device does not have what was asked for.`,
  33030: msg`The device has the newest firmware already.`,
  33031: msg`The device has something of this name already. Choose another.`,
  33032: msg`The device has no room for another. Delete one first.`,
  23006: msg`There is no free trial here: the device has had its trial, or there is a licence already.`,
  23014: msg`This order does not exist.`,
  23015: paymentTrouble,
  23016: msg`The time to pay this order is over. Place a new order.`,
  23017: msg`The card was declined. Try another card, or ask your bank.`,
  23018: msg`This way of payment is not offered here.`,
  23019: msg`A payment can be 10 million USD at most.`,
  23020: msg`The limit of the card is exceeded. Try another card, or ask your bank.`,
  23021: msg`The account of the card is restricted. Try another card, or ask your bank.`,
  23022: msg`The amount exceeds what the card can pay. Try another card, or ask your bank.`,
  23023: msg`This payment could not be confirmed. Look at the order in your order record.`,
  23024: msg`The payment provider does not answer. Try again in a moment.`,
  23025: msg`The price has changed. Look at the new price before you order.`,
  23036: msg`A payment must be 0.50 USD at least.`,
  23044: paymentTrouble,
  23045: paymentTrouble,
  23046: msg`Accept the terms of service first.`,
  33014: msg`The licence is for fewer cameras. Upgrade it first.`,
  33015: noRight,
  33115: msg`An upgrade must name more cameras than the licence has.`,
  33122: msg`There is no licence to renew or upgrade. Buy one first.`,
  33130: msg`This licence has been renewed already.`,
  33135: msg`The cameras that a licence covers are used up, or no licence is in force. Renew it or buy one.`,
  31100: msg`The space for archives is used up. Delete some first.`,
  31101: msg`This share does not exist. Ask for a new link.`,
  31102: msg`This archive does not exist any more.`,
  31103: msg`Recordings of this camera cannot be fetched.`,
  31104: msg`The camera recorded nothing in this time.`,
  31106: msg`The limit of downloads for today is reached. Try again tomorrow.`,
  31109: msg`The time of this share is over. Ask for a new link.`,
  31110: msg`This share was withdrawn.`,
  31111: msg`The device could not deliver the recording. Try again.`,
  31112: msg`Too many archives are waiting. Try again when some are done.`,
  31114: tooFrequent,
  33136: msg`Buy a licence first.`,
  33041: msg`This plan does not exist any more.`,
  33042: msg`Another plan of this site has this name.`,
  33043: msg`There are too many plans. Delete one that is no longer used.`,
  33051: msg`This plate group does not exist any more.`,
  33052: msg`Another plate group has this name.`,
  33053: msg`An alarm rule uses this plate group. Change the rule first.`,
  33055: msg`This plate does not exist any more.`,
  33056: msg`This plate is in the plate database already.`,
  33057: msg`This file is no spreadsheet. Choose an xlsx or xls file.`,
  33058: msg`A plate group can hold 10,000 plates, and this would be more.`,
  33059: msg`The spreadsheet has no column of plates. Give it a heading row with “plate”.`,
  33061: msg`There are too many plate groups. Delete one that is no longer used.`,
  33063: plateTrouble,
  33064: plateTrouble,
  33070: msg`This alarm rule does not exist any more.`,
  33071: msg`Another alarm rule has this name.`,
  33072: msg`There are too many alarm rules. Delete one that is no longer used.`,
  33073: msg`This contact does not exist any more.`,
  33074: msg`Another contact has this name.`,
  33075: msg`There are too many contacts. Delete one that is no longer used.`,
  33076: msg`Your organization has sent as many e-mails today as it may. Try again tomorrow.`,
  33077: msg`This colleague does not see the camera of this alarm.`,
  33083: msg`A text in the spreadsheet has more than 32 characters.`,
  33085: tooFrequent,
  33621: msg`There are too many vehicles. Delete some that are no longer used.`,
  401: signInAgain,
  403: noRight,
  404: msg`This item does not exist any more.`,
  408: msg`The service took too long to answer. Try again.`,
  429: msg`Too many requests. Wait a minute, then try again.`,
  500: serviceTrouble,
  501: msg`The service cannot do this yet.`,
  502: serviceTrouble,
  503: msg`The service is being restarted or is overloaded. Try again in a moment.`,
  504: serviceTrouble,
  12344: msg`The service cannot be reached. Check the network.`,
  12345: msg`The service took too long to answer. Try again.`,
  12346: msg`The service answered in a way that this version does not understand. Reload the page.`,
  33701: msg`This browser is not on your list of notified browsers any more.`,
  33702: msg`This browser’s push service has an address that this service does not send to.`,
  33721: msg`This clip is protected. Enter the password that you were given.`,
  33722: msg`The password is wrong. Ask whoever shared the clip with you.`,
  33723: msg`This link was opened as often as it may be. Ask whoever shared the clip with you for another.`,
  33731: msg`This redacted file does not exist.`,
  33732: msg`This archive has as many redacted files as it can have. Delete one first.`,
  33733: msg`The pictures could not be redacted.`,
  33741: msg`There is a scene with this name already.`,
  33742: msg`There are as many scenes of your own as there can be. Delete one first.`,
  33743: msg`A site has this scene. Give it another one first.`,
  33744: msg`This scene is not there any more.`,
  33745: msg`This is not wrong any more.`,
  33801: msg`There is no proof of this file: it is gone, or it is not the one that was made.`,
  33841: msg`This clip is still being made. It is shown here as soon as it is there.`,
  123456: signInAgain,
}

const groupTexts: Record<ErrorGroup, MessageDescriptor> = {
  'site-or-device': deviceTrouble,
  'plate-database': plateTrouble,
  'registration-or-installer': registrationTrouble,
  'cloud-archive': archiveTrouble,
  payment: paymentTrouble,
}

const unknown = msg`Something went wrong. Try again.`

/** The sentence for an error: its own, or that of its group; for any other code of a newer service its own message (rule 8.1). */
export function errorText(error: { code: number; message?: string }): string {
  const known: Partial<Record<number, MessageDescriptor>> = errorTexts
  const group = groupOfError(error.code)
  const text = known[error.code] ?? (group === undefined ? undefined : groupTexts[group])
  if (text !== undefined) return i18n._(text)
  return error.message ? error.message : i18n._(unknown)
}

/** The sentence for an error of sending a code by e-mail: for a code that nobody knows, that it was not sent (rule 8.6). */
export function sendFailedText(error: { code: number; message?: string }): string {
  return error.code in errorTexts ? errorText(error) : i18n._(msg`The code could not be sent. Try again.`)
}

/** What a window says when a stream does not show. */
export const faultTexts: Record<StreamFault, MessageDescriptor> = {
  offline: msg`The camera is offline.`,
  'no-permission': msg`You may not watch this camera.`,
  'not-found': msg`This camera does not exist any more.`,
  'unsupported-codec': msg`This browser cannot decode the camera's video format.`,
  refused: msg`The camera refused the connection.`,
  unauthorized: msg`The camera rejected the stored user name or password.`,
  timeout: msg`The camera does not answer.`,
  lost: msg`The connection to the video was lost.`,
}
