import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/errors.ts'
import type { StreamFault } from '#contract/enums.ts'

const wrongInput = msg`Something in what was entered is not accepted. Check it and try again.`
const noRight = msg`You do not have permission for this. An administrator can give it to you.`
const signInAgain = msg`Your session has ended. Sign in again.`
const serviceTrouble = msg`The service has a problem. Try again in a moment.`

/** What people read for each code. A code without a sentence does not compile. */
export const errorTexts: Record<ErrorCode, MessageDescriptor> = {
  1000: wrongInput,
  1005: msg`The image code is wrong. Enter the characters of the new picture.`,
  1007: msg`Enter the characters in the picture.`,
  1008: msg`The code has expired. Ask for a new one.`,
  1009: msg`The code is wrong. It is in the newest e-mail that you were sent.`,
  1015: msg`There is already an account with this e-mail address. Sign in with it.`,
  1024: msg`Too many codes were sent today. Try again tomorrow.`,
  5000: noRight,
  5001: msg`You do not have permission for this item. An administrator can give it to you.`,
  6000: msg`That is not possible right now. Reload the page to see how things stand.`,
  6001: msg`Too many attempts. Wait a minute, then try again.`,
  7001: msg`This person does not exist any more.`,
  7003: msg`An administrator ended your session. Sign in again.`,
  7004: msg`You were signed out because this account signed in somewhere else.`,
  7009: signInAgain,
  7010: msg`This account is not activated yet. Open the link in your invitation e-mail.`,
  7011: msg`This account is frozen. Ask your administrator.`,
  7062: msg`The device is offline. Check its power and network.`,
  7088: msg`Your session has expired. Sign in again.`,
  7090: msg`You were signed out after 30 minutes without activity.`,
  9100: signInAgain,
  9101: msg`Your session was used from another place and has been ended for safety. Sign in again.`,
  9102: msg`Your permission to sign in was withdrawn. Ask your administrator.`,
  9103: msg`This account has been deleted.`,
  10002: msg`Sign in to go on.`,
  20001: wrongInput,
  20004: msg`This account was frozen during your session. Ask your administrator.`,
  20005: msg`The user name or password is wrong.`,
  20006: msg`Sign-in is locked after too many wrong attempts.`,
  20007: msg`The image code is wrong. Enter the characters of the new picture.`,
  20008: msg`The image code has expired. Enter the characters of the new picture.`,
  20009: msg`Enter the characters in the picture.`,
  20010: msg`The old password is wrong.`,
  20011: msg`The new password must differ from the old one.`,
  20017: msg`This file cannot be used. Choose a JPG, PNG or BMP picture that is not too large.`,
  20019: msg`Too many pictures were uploaded today. Try again tomorrow.`,
  20021: msg`This e-mail address already belongs to an account.`,
  20030: msg`This link has expired. Ask for a new one.`,
  20032: msg`The code is wrong. Enter the one that your authenticator app shows now.`,
  20033: msg`This link is not valid. Open the one in the newest e-mail.`,
  20037: msg`This invitation has been sent or used already.`,
  20042: msg`There is already an organization with this name. Choose another.`,
  33001: msg`You do not have permission for this device.`,
  33002: msg`You do not have permission for this site.`,
  33003: msg`No device with this serial number has called in. Check the label, and that the device is on the network.`,
  33004: msg`The security code does not belong to this device. It is on the label, beside the serial number.`,
  33005: msg`This camera does not exist any more.`,
  33006: msg`This site does not exist any more.`,
  33007: msg`The device does not answer. Try again in a moment.`,
  33010: msg`This device is already in use by an organization. It must be unbound there first.`,
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
  33811: msg`This code has been used already. Use a new one.`,
  33021: msg`You already have a layout with this name.`,
  23006: msg`There is no free trial here: the device has had its trial, or there is a licence already.`,
  23014: msg`This order does not exist.`,
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
  23046: msg`Accept the terms of service first.`,
  33014: msg`The licence is for fewer cameras. Upgrade it first.`,
  33115: msg`An upgrade must name more cameras than the licence has.`,
  33122: msg`There is no licence to renew or upgrade. Buy one first.`,
  33130: msg`This licence has been renewed already.`,
  33135: msg`The licence or trial has ended. Renew it or buy another.`,
  33136: msg`Buy a licence first.`,
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
  123456: signInAgain,
}

const unknown = msg`Something went wrong. Try again.`

/** The sentence for an error; for a code of a newer service its own message (spec 2, section 8). */
export function errorText(error: { code: number; message?: string }): string {
  const known: Partial<Record<number, MessageDescriptor>> = errorTexts
  const text = known[error.code]
  if (text !== undefined) return i18n._(text)
  return error.message ? error.message : i18n._(unknown)
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
