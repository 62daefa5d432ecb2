import * as z from 'zod/mini'

/**
 * What the client does with an error (rule 8.1): shows its message, shows it but never the service's own text in its place, or ends
 * the session.
 */
export type ErrorKind = 'show' | 'silent' | 'logout'

/**
 * Every error code that the specification lists by itself, or that this service or client uses: its name in our code, its kind and one
 * meaning. The numbers are what travels; the sentences that people read are in the catalogs, keyed by them. Several numbers of the
 * specification mean the same: their names tell them apart ("before": of an older service). Codes "refused" are those of which it says no
 * more than that they are silent. Those of HTTP, and 12344 to 12346, are faults of the transport, made by the client (rule 8.3).
 */
export const errors = {
  'not-authenticated': { code: 401, kind: 'show', meaning: 'HTTP 401' },
  forbidden: { code: 403, kind: 'show', meaning: 'HTTP 403' },
  'not-found': { code: 404, kind: 'silent', meaning: 'HTTP 404' },
  'request-timeout': { code: 408, kind: 'show', meaning: 'HTTP 408' },
  'too-many-requests': { code: 429, kind: 'show', meaning: 'HTTP 429' },
  'service-failed': { code: 500, kind: 'show', meaning: 'HTTP 500' },
  'not-implemented': { code: 501, kind: 'show', meaning: 'HTTP 501' },
  'bad-gateway': { code: 502, kind: 'show', meaning: 'HTTP 502' },
  'service-unavailable': { code: 503, kind: 'show', meaning: 'HTTP 503' },
  'gateway-timeout': { code: 504, kind: 'show', meaning: 'HTTP 504' },
  'parameter-error': { code: 1000, kind: 'show', meaning: 'parameter error' },
  'image-code-wrong': { code: 1005, kind: 'show', meaning: 'image code wrong' },
  'image-code-needed': { code: 1007, kind: 'show', meaning: 'image code needed' },
  'code-expired': { code: 1008, kind: 'show', meaning: 'code expired' },
  'email-code-wrong': { code: 1009, kind: 'show', meaning: 'e-mail code wrong' },
  'user-exists': { code: 1015, kind: 'show', meaning: 'user exists' },
  'too-many-email-codes': { code: 1024, kind: 'show', meaning: 'too many e-mail codes' },
  'no-code-wanted': { code: 1027, kind: 'silent', meaning: 'no code wanted' },
  'parameter-error-elsewhere': { code: 4500, kind: 'show', meaning: 'parameter error in a call of another service' },
  'call-not-permitted': { code: 5000, kind: 'show', meaning: 'no permission for this call' },
  'no-permission': { code: 5001, kind: 'show', meaning: 'no permission on this object' },
  'no-download-right': { code: 5002, kind: 'show', meaning: 'no right to download' },
  'wrong-state': { code: 6000, kind: 'show', meaning: 'state does not allow' },
  'too-frequent': { code: 6001, kind: 'show', meaning: 'too frequent' },
  'outcome-unknown': { code: 6002, kind: 'show', meaning: 'begun before the service failed, and not known how far' },
  'session-parameter-error': { code: 7000, kind: 'show', meaning: 'parameter error in a session call' },
  'user-missing': { code: 7001, kind: 'show', meaning: 'user not found' },
  'old-password-wrong-before': { code: 7002, kind: 'show', meaning: 'old password wrong, of an older service' },
  'ended-by-other-session': {
    code: 7003,
    kind: 'logout',
    meaning: 'ended from another session of the person: signed out there, or password changed',
  },
  'too-many-sessions': { code: 7004, kind: 'logout', meaning: 'signed in elsewhere, on more places than allowed' },
  'token-unknown': { code: 7009, kind: 'logout', meaning: 'token unknown, or replaced by a newer one' },
  'account-not-activated': { code: 7010, kind: 'show', meaning: 'account not activated' },
  'account-not-activated-before': { code: 7011, kind: 'show', meaning: 'account not activated, of an older service' },
  'user-exists-already': { code: 7019, kind: 'show', meaning: 'user exists already' },
  'account-refused-7026': { code: 7026, kind: 'silent', meaning: 'account call refused' },
  'device-offline': { code: 7062, kind: 'show', meaning: 'device offline' },
  'device-refused-7063': { code: 7063, kind: 'silent', meaning: 'device call refused' },
  'token-expired': { code: 7088, kind: 'logout', meaning: 'token expired' },
  'inactive-too-long': { code: 7090, kind: 'logout', meaning: 'logged out for inactivity' },
  'session-id-mismatch': { code: 9100, kind: 'logout', meaning: 'session id does not match' },
  'token-renewed-twice': { code: 9101, kind: 'logout', meaning: 'renewed token used twice' },
  'permission-withdrawn': { code: 9102, kind: 'logout', meaning: 'permission withdrawn' },
  'account-deleted': { code: 9103, kind: 'logout', meaning: 'account deleted' },
  'not-signed-in': { code: 10002, kind: 'logout', meaning: 'not signed in, or signed out' },
  'network-failure': { code: 12344, kind: 'show', meaning: 'network failure' },
  timeout: { code: 12345, kind: 'show', meaning: 'timeout' },
  'answer-unreadable': { code: 12346, kind: 'show', meaning: 'answer could not be read' },
  'account-parameter-error': { code: 20001, kind: 'show', meaning: 'parameter error in an account call' },
  'login-name-unknown': { code: 20003, kind: 'show', meaning: 'login name not found' },
  'account-frozen': { code: 20004, kind: 'logout', meaning: 'account frozen' },
  'wrong-user-or-password': { code: 20005, kind: 'show', meaning: 'wrong user or password' },
  'sign-in-locked': { code: 20006, kind: 'silent', meaning: 'login locked' },
  'graphic-code-wrong': { code: 20007, kind: 'silent', meaning: 'graphic code wrong' },
  'graphic-code-expired': { code: 20008, kind: 'silent', meaning: 'graphic code expired' },
  'graphic-code-required': { code: 20009, kind: 'silent', meaning: 'graphic code required' },
  'old-password-wrong': { code: 20010, kind: 'show', meaning: 'old password wrong' },
  'password-unchanged': { code: 20011, kind: 'show', meaning: 'old and new password same' },
  'file-too-large': { code: 20017, kind: 'show', meaning: 'file over 2MB' },
  'no-picture': { code: 20018, kind: 'show', meaning: 'no picture of a kind and size that is taken' },
  'daily-upload-limit': { code: 20019, kind: 'show', meaning: 'daily upload limit' },
  'email-has-account': { code: 20021, kind: 'show', meaning: 'e-mail address has an account' },
  'account-too-frequent': { code: 20023, kind: 'show', meaning: 'account calls too frequent' },
  'no-account-permission': { code: 20026, kind: 'show', meaning: 'no permission in the account' },
  'link-expired': { code: 20030, kind: 'show', meaning: 'link expired' },
  'link-refused': { code: 20031, kind: 'silent', meaning: 'link refused' },
  'authenticator-code-wrong': { code: 20032, kind: 'show', meaning: 'authenticator code wrong' },
  'link-not-valid': { code: 20033, kind: 'show', meaning: 'link not valid, or replaced by a newer one' },
  'email-not-registered': { code: 20035, kind: 'show', meaning: 'e-mail address not registered' },
  'invited-already': { code: 20037, kind: 'show', meaning: 'invited already, or invitation used' },
  'organization-name-taken': { code: 20042, kind: 'show', meaning: 'organization name exists' },
  'account-refused-20046': { code: 20046, kind: 'silent', meaning: 'account call refused' },
  'account-refused-20052': { code: 20052, kind: 'silent', meaning: 'account call refused' },
  'code-wrong': { code: 20073, kind: 'show', meaning: 'code wrong' },
  'no-free-trial': { code: 23006, kind: 'show', meaning: 'no free trial: the device had one, or a licence is there' },
  'order-missing': { code: 23014, kind: 'show', meaning: 'order does not exist' },
  'payment-refused-23015': { code: 23015, kind: 'silent', meaning: 'payment call refused' },
  'too-late-to-pay': { code: 23016, kind: 'show', meaning: 'time to pay is over' },
  'card-declined': { code: 23017, kind: 'show', meaning: 'card declined' },
  'payment-way-not-offered': { code: 23018, kind: 'show', meaning: 'way of payment not offered' },
  'amount-too-high': { code: 23019, kind: 'show', meaning: 'amount over 10 million' },
  'card-limit-exceeded': { code: 23020, kind: 'show', meaning: 'card limit exceeded' },
  'card-account-restricted': { code: 23021, kind: 'show', meaning: 'card account restricted' },
  'insufficient-funds': { code: 23022, kind: 'show', meaning: 'amount exceeds the available funds' },
  'payment-signature-wrong': { code: 23023, kind: 'show', meaning: 'signature of the payment wrong' },
  'payment-provider-silent': { code: 23024, kind: 'show', meaning: 'payment provider does not answer' },
  'price-changed': { code: 23025, kind: 'show', meaning: 'price has changed' },
  'amount-too-low': { code: 23036, kind: 'show', meaning: 'amount below 0.5 USD' },
  'payment-refused-23044': { code: 23044, kind: 'silent', meaning: 'payment call refused' },
  'payment-refused-23045': { code: 23045, kind: 'silent', meaning: 'payment call refused' },
  'terms-not-accepted': { code: 23046, kind: 'show', meaning: 'terms not accepted' },
  'archive-space-low': { code: 31100, kind: 'show', meaning: 'archive space low' },
  'share-missing': { code: 31101, kind: 'silent', meaning: 'share does not exist' },
  'archive-missing': { code: 31102, kind: 'show', meaning: 'archive does not exist' },
  'past-unavailable': { code: 31103, kind: 'show', meaning: 'the past of this camera cannot be had' },
  'nothing-recorded': { code: 31104, kind: 'show', meaning: 'nothing recorded in this time' },
  'download-limit': { code: 31106, kind: 'show', meaning: 'download limit' },
  'share-expired': { code: 31109, kind: 'silent', meaning: 'share expired' },
  'share-revoked': { code: 31110, kind: 'show', meaning: 'share revoked' },
  'recording-not-delivered': { code: 31111, kind: 'show', meaning: 'device could not deliver the recording' },
  'too-many-archives-waiting': { code: 31112, kind: 'show', meaning: 'too many archives are waiting' },
  'archive-too-frequent': { code: 31114, kind: 'show', meaning: 'archive calls too frequent' },
  'no-device-permission': { code: 33001, kind: 'show', meaning: 'no permission on the device' },
  'no-site-permission': { code: 33002, kind: 'show', meaning: 'no permission on the site' },
  'serial-number-unknown': { code: 33003, kind: 'show', meaning: 'serial number unknown' },
  'security-code-wrong': { code: 33004, kind: 'show', meaning: 'security code wrong' },
  'channel-missing': { code: 33005, kind: 'show', meaning: 'channel does not exist' },
  'site-missing': { code: 33006, kind: 'show', meaning: 'site does not exist' },
  'device-silent': { code: 33007, kind: 'show', meaning: 'device does not answer' },
  'device-bound-already': { code: 33010, kind: 'show', meaning: 'device bound already' },
  'device-refused-33011': { code: 33011, kind: 'silent', meaning: 'device call refused' },
  'licence-too-small': { code: 33014, kind: 'show', meaning: 'licence is for fewer cameras' },
  'no-licence-permission': { code: 33015, kind: 'show', meaning: 'no permission on the devices of a licence' },
  'stream-not-playable': { code: 33020, kind: 'show', meaning: 'stream cannot be played' },
  'layout-name-taken': { code: 33021, kind: 'show', meaning: 'layout name taken' },
  'device-cannot': { code: 33022, kind: 'show', meaning: 'device cannot do this' },
  'device-refuses-value': { code: 33023, kind: 'show', meaning: 'device refuses the value' },
  'device-command-failed': { code: 33024, kind: 'show', meaning: 'device failed to carry out the command' },
  'camera-moved-by-other': { code: 33025, kind: 'show', meaning: 'somebody else moves the camera' },
  'site-name-taken': { code: 33026, kind: 'show', meaning: 'site name taken' },
  'site-has-devices': { code: 33027, kind: 'show', meaning: 'site has devices' },
  'security-code-unchanged': { code: 33028, kind: 'show', meaning: 'new security code is the current one' },
  'device-part-missing': { code: 33029, kind: 'show', meaning: 'device has no such part' },
  'firmware-is-newest': { code: 33030, kind: 'show', meaning: 'device firmware is the newest' },
  'name-taken-on-device': { code: 33031, kind: 'show', meaning: 'name taken on the device' },
  'device-full': { code: 33032, kind: 'show', meaning: 'device has no room for another' },
  'plan-missing': { code: 33041, kind: 'show', meaning: 'plan does not exist' },
  'plan-name-taken': { code: 33042, kind: 'show', meaning: 'plan name taken' },
  'too-many-plans': { code: 33043, kind: 'show', meaning: 'too many plans' },
  'plate-group-missing': { code: 33051, kind: 'show', meaning: 'plate group does not exist' },
  'plate-group-name-taken': { code: 33052, kind: 'show', meaning: 'plate group name taken' },
  'plate-group-in-use': { code: 33053, kind: 'show', meaning: 'plate group is used by an alarm rule' },
  'plate-missing': { code: 33055, kind: 'show', meaning: 'plate does not exist' },
  'plate-exists': { code: 33056, kind: 'show', meaning: 'plate exists' },
  'no-spreadsheet': { code: 33057, kind: 'show', meaning: 'file is no spreadsheet' },
  'plate-group-full': { code: 33058, kind: 'show', meaning: 'plate group is full' },
  'no-plate-column': { code: 33059, kind: 'show', meaning: 'spreadsheet has no column of plates' },
  'range-too-long': { code: 33060, kind: 'show', meaning: 'range over 31 days' },
  'too-many-plate-groups': { code: 33061, kind: 'show', meaning: 'too many plate groups' },
  'plate-refused-33063': { code: 33063, kind: 'silent', meaning: 'plate call refused' },
  'plate-refused-33064': { code: 33064, kind: 'silent', meaning: 'plate call refused' },
  'alarm-rule-missing': { code: 33070, kind: 'show', meaning: 'alarm rule does not exist' },
  'alarm-rule-name-taken': { code: 33071, kind: 'show', meaning: 'alarm rule name taken' },
  'too-many-alarm-rules': { code: 33072, kind: 'show', meaning: 'too many alarm rules' },
  'contact-missing': { code: 33073, kind: 'show', meaning: 'contact does not exist' },
  'contact-name-taken': { code: 33074, kind: 'show', meaning: 'contact name taken' },
  'too-many-contacts': { code: 33075, kind: 'show', meaning: 'too many contacts' },
  'daily-mail-spent': { code: 33076, kind: 'show', meaning: 'the mail of today is used up' },
  'assignee-cannot-see': { code: 33077, kind: 'show', meaning: 'the assignee does not see the alarm' },
  'imported-text-too-long': { code: 33083, kind: 'show', meaning: 'imported text over 32 characters' },
  'plate-too-frequent': { code: 33085, kind: 'show', meaning: 'plate calls too frequent' },
  'upgrade-adds-nothing': { code: 33115, kind: 'show', meaning: 'an upgrade must add cameras' },
  'no-licence-to-renew': { code: 33122, kind: 'show', meaning: 'no bought licence to renew or upgrade' },
  'licence-renewed-already': { code: 33130, kind: 'show', meaning: 'licence renewed already' },
  'licence-ended': { code: 33135, kind: 'show', meaning: 'licence limit reached: trial or licence has ended, or none was bought since' },
  'licence-needed': { code: 33136, kind: 'show', meaning: 'buy a licence first' },
  'account-has-users': { code: 33400, kind: 'show', meaning: 'account has subordinate users' },
  'account-has-devices': { code: 33401, kind: 'show', meaning: 'account has devices' },
  'installer-key-wrong': { code: 33550, kind: 'show', meaning: 'installer key wrong' },
  'organization-has-installer': { code: 33551, kind: 'show', meaning: 'organization has an installer' },
  'installer-request-open': { code: 33552, kind: 'show', meaning: 'installer has an open request' },
  'remote-access-ended': { code: 33553, kind: 'show', meaning: 'remote access has ended' },
  'vehicle-limit': { code: 33621, kind: 'silent', meaning: 'vehicle count limit' },
  'second-step-elsewhere': { code: 33671, kind: 'show', meaning: 'second step set up elsewhere' },
  'second-step-failed': { code: 33672, kind: 'show', meaning: 'second step failed or missing' },
  'notice-device-missing': { code: 33701, kind: 'show', meaning: 'browser to be notified does not exist' },
  'push-address-refused': { code: 33702, kind: 'show', meaning: 'address of a push service that may not be reached' },
  'share-password-needed': { code: 33721, kind: 'show', meaning: 'share asks for a password' },
  'share-password-wrong': { code: 33722, kind: 'show', meaning: 'password of the share wrong' },
  'share-used-up': { code: 33723, kind: 'show', meaning: 'share was opened as often as it may be' },
  'redaction-missing': { code: 33731, kind: 'show', meaning: 'redacted file does not exist' },
  'too-many-redactions': { code: 33732, kind: 'show', meaning: 'too many redacted files of one archive' },
  'redaction-failed': { code: 33733, kind: 'show', meaning: 'the pictures could not be redacted' },
  'scene-name-taken': { code: 33741, kind: 'show', meaning: 'scene name taken' },
  'too-many-scenes': { code: 33742, kind: 'show', meaning: 'too many scenes' },
  'scene-in-use': { code: 33743, kind: 'show', meaning: 'scene is that of a site' },
  'scene-missing': { code: 33744, kind: 'show', meaning: 'scene does not exist' },
  'health-line-missing': { code: 33745, kind: 'show', meaning: 'no such trouble' },
  'proof-missing': { code: 33801, kind: 'show', meaning: 'no proof of this file' },
  'too-many-shares': { code: 33802, kind: 'show', meaning: 'too many open links to one archive' },
  'code-used': { code: 33811, kind: 'show', meaning: 'code used already' },
  'device-went-away': { code: 33831, kind: 'show', meaning: 'device went away while it was being changed' },
  'change-interrupted': { code: 33832, kind: 'show', meaning: 'service ended while a device was being changed' },
  'device-not-back': { code: 33833, kind: 'show', meaning: 'device has not come back' },
  'change-missing': { code: 33834, kind: 'show', meaning: 'change of many devices does not exist' },
  'too-many-changes': { code: 33835, kind: 'show', meaning: 'too many changes of many devices under way' },
  'share-unready': { code: 33841, kind: 'show', meaning: 'shared clip is still being made' },
  'station-unknown': { code: 33851, kind: 'show', meaning: 'no such viewing station, or its permission was taken back' },
  'station-clock': { code: 33852, kind: 'show', meaning: 'the time of a viewing station is not about now' },
  'station-code-wrong': { code: 33853, kind: 'show', meaning: 'no screen shows this code' },
  'too-many-stations': { code: 33854, kind: 'show', meaning: 'too many viewing stations' },
  'cloud-storage-needed': { code: 33861, kind: 'show', meaning: 'no cloud storage is in use for the camera' },
  'no-payment-kept': { code: 33871, kind: 'show', meaning: 'nothing is kept to pay renewals with' },
  'session-too-old': { code: 33881, kind: 'logout', meaning: 'signed in for as long as one may be' },
  'password-too-common': { code: 33882, kind: 'show', meaning: 'password is one of those that are tried first' },
  'registration-closed': { code: 33883, kind: 'show', meaning: 'nobody may register an organization here' },
  'too-many-devices': { code: 33900, kind: 'show', meaning: 'organization has as many devices as it may' },
  'daily-invitations-spent': { code: 33901, kind: 'show', meaning: 'the invitations of today are used up' },
  'daily-shares-spent': { code: 33902, kind: 'show', meaning: 'the links to archives of today are used up' },
  'export-under-way': { code: 33910, kind: 'show', meaning: 'another file is being made for this person' },
  'export-space-low': { code: 33911, kind: 'show', meaning: 'no room for the file of an export' },
  'bundle-too-large': { code: 33912, kind: 'show', meaning: 'too much for one zip file' },
  'no-archive-permission': { code: 43004, kind: 'show', meaning: 'no permission on the cloud archive' },
  'ended-on-this-machine': { code: 123456, kind: 'logout', meaning: 'session ended on this machine' },
} as const satisfies Record<string, { code: number; kind: ErrorKind; meaning: string }>

export type ErrorName = keyof typeof errors
export type ErrorCode = (typeof errors)[ErrorName]['code']

const nameByCode = new Map<number, ErrorName>(Object.entries(errors).map(([name, { code }]) => [code, name as ErrorName]))

/** What travels for an error. */
export function codeOf<Name extends ErrorName>(name: Name): (typeof errors)[Name]['code'] {
  return errors[name].code
}

/** The same of several, to look one up in. */
export function codesOf(...names: ErrorName[]): ReadonlySet<number> {
  return new Set(names.map(codeOf))
}

/** The name of a code that travelled, or was kept. */
export function nameOfError(code: ErrorCode): ErrorName
export function nameOfError(code: number): ErrorName | undefined
export function nameOfError(code: number): ErrorName | undefined {
  return nameByCode.get(code)
}

/** Ranges of the specification, for members that this version has no sentence for: an older or newer service may send any of them. */
const errorRanges = [
  { group: 'site-or-device', first: 33001, last: 33032 },
  { group: 'plate-database', first: 33051, last: 33083 },
  { group: 'registration-or-installer', first: 33550, last: 33554 },
  { group: 'cloud-archive', first: 31100, last: 31114 },
  { group: 'payment', first: 23014, last: 23025 },
] as const
export type ErrorGroup = (typeof errorRanges)[number]['group']

/** The specification's group of a code; undefined when it is in none of its ranges. */
export function groupOfError(code: number): ErrorGroup | undefined {
  return errorRanges.find(({ first, last }) => first <= code && code <= last)?.group
}

/** The kind of any code, known to this version or not. */
export function kindOfError(code: number): ErrorKind {
  const name = nameOfError(code)
  return name === undefined ? 'show' : errors[name].kind
}

/** What an error may carry beside its code: never secrets, never stack traces. */
export const errorDetail = z.object({
  /** Path of the input field that was refused, such as `loginName`. */
  field: z.optional(z.string()),
  /** Sign-in attempts left before the lock. */
  attemptsLeft: z.optional(z.number()),
  /** When the sign-in lock ends, epoch ms of the service's clock, and how long that is from now. */
  lockedUntilMs: z.optional(z.number()),
  lockedForMs: z.optional(z.number()),
  /** True when the next sign-in attempt needs an image code. */
  imageCodeNeeded: z.optional(z.boolean()),
  /** How long to wait before the next try, ms. */
  retryAfterMs: z.optional(z.number()),
  /** HTTP's own status, when that is all that came back: it is shown whatever the code's kind (rule 8.3). */
  httpStatus: z.optional(z.number()),
  /** Second steps that may be made, such as `OTP`. */
  mfaTypes: z.optional(z.array(z.string())),
})
export type ErrorDetail = z.output<typeof errorDetail>
