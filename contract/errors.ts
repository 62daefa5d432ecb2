import * as z from 'zod/mini'

/**
 * What the client does with an error (rule 8.1): shows its message, shows it but never the service's own text in its place, or ends
 * the session.
 */
export type ErrorKind = 'show' | 'silent' | 'logout'

/**
 * Every error code that the specification lists by itself, or that this service or client uses: its name in our code and its
 * kind. The numbers are what travels; the sentences that people read are in the catalogs, keyed by them. Several numbers of the
 * specification mean the same: their names tell them apart ("before": of an older service). Codes "refused" are those of which it says no
 * more than that they are silent. Those of HTTP, and 12344 to 12346, are faults of the transport, made by the client (rule 8.3).
 */
export const errors = {
  'not-authenticated': { code: 401, kind: 'show' },
  forbidden: { code: 403, kind: 'show' },
  'not-found': { code: 404, kind: 'silent' },
  'request-timeout': { code: 408, kind: 'show' },
  'too-many-requests': { code: 429, kind: 'show' },
  'service-failed': { code: 500, kind: 'show' },
  'not-implemented': { code: 501, kind: 'show' },
  'bad-gateway': { code: 502, kind: 'show' },
  'service-unavailable': { code: 503, kind: 'show' },
  'gateway-timeout': { code: 504, kind: 'show' },
  'parameter-error': { code: 1000, kind: 'show' },
  'image-code-wrong': { code: 1005, kind: 'show' },
  'image-code-needed': { code: 1007, kind: 'show' },
  'code-expired': { code: 1008, kind: 'show' },
  'email-code-wrong': { code: 1009, kind: 'show' },
  'user-exists': { code: 1015, kind: 'show' },
  'too-many-email-codes': { code: 1024, kind: 'show' },
  'no-code-wanted': { code: 1027, kind: 'silent' },
  'parameter-error-elsewhere': { code: 4500, kind: 'show' },
  'call-not-permitted': { code: 5000, kind: 'show' },
  'no-permission': { code: 5001, kind: 'show' },
  'no-download-right': { code: 5002, kind: 'show' },
  'wrong-state': { code: 6000, kind: 'show' },
  'too-frequent': { code: 6001, kind: 'show' },
  'outcome-unknown': { code: 6002, kind: 'show' },
  'session-parameter-error': { code: 7000, kind: 'show' },
  'user-missing': { code: 7001, kind: 'show' },
  'old-password-wrong-before': { code: 7002, kind: 'show' },
  'ended-by-other-session': {
    code: 7003,
    kind: 'logout',
  },
  'too-many-sessions': { code: 7004, kind: 'logout' },
  'token-unknown': { code: 7009, kind: 'logout' },
  'account-not-activated': { code: 7010, kind: 'show' },
  'account-not-activated-before': { code: 7011, kind: 'show' },
  'user-exists-already': { code: 7019, kind: 'show' },
  'account-refused-7026': { code: 7026, kind: 'silent' },
  'device-offline': { code: 7062, kind: 'show' },
  'device-refused-7063': { code: 7063, kind: 'silent' },
  'token-expired': { code: 7088, kind: 'logout' },
  'inactive-too-long': { code: 7090, kind: 'logout' },
  'session-id-mismatch': { code: 9100, kind: 'logout' },
  'token-renewed-twice': { code: 9101, kind: 'logout' },
  'permission-withdrawn': { code: 9102, kind: 'logout' },
  'account-deleted': { code: 9103, kind: 'logout' },
  'not-signed-in': { code: 10002, kind: 'logout' },
  'network-failure': { code: 12344, kind: 'show' },
  timeout: { code: 12345, kind: 'show' },
  'answer-unreadable': { code: 12346, kind: 'show' },
  'account-parameter-error': { code: 20001, kind: 'show' },
  'login-name-unknown': { code: 20003, kind: 'show' },
  'account-frozen': { code: 20004, kind: 'logout' },
  'wrong-user-or-password': { code: 20005, kind: 'show' },
  'sign-in-locked': { code: 20006, kind: 'silent' },
  'graphic-code-wrong': { code: 20007, kind: 'silent' },
  'graphic-code-expired': { code: 20008, kind: 'silent' },
  'graphic-code-required': { code: 20009, kind: 'silent' },
  'old-password-wrong': { code: 20010, kind: 'show' },
  'password-unchanged': { code: 20011, kind: 'show' },
  'file-too-large': { code: 20017, kind: 'show' },
  'no-picture': { code: 20018, kind: 'show' },
  'daily-upload-limit': { code: 20019, kind: 'show' },
  'email-has-account': { code: 20021, kind: 'show' },
  'account-too-frequent': { code: 20023, kind: 'show' },
  'no-account-permission': { code: 20026, kind: 'show' },
  'link-expired': { code: 20030, kind: 'show' },
  'link-refused': { code: 20031, kind: 'silent' },
  'authenticator-code-wrong': { code: 20032, kind: 'show' },
  'link-not-valid': { code: 20033, kind: 'show' },
  'email-not-registered': { code: 20035, kind: 'show' },
  'invited-already': { code: 20037, kind: 'show' },
  'organization-name-taken': { code: 20042, kind: 'show' },
  'account-refused-20046': { code: 20046, kind: 'silent' },
  'account-refused-20052': { code: 20052, kind: 'silent' },
  'code-wrong': { code: 20073, kind: 'show' },
  'no-free-trial': { code: 23006, kind: 'show' },
  'order-missing': { code: 23014, kind: 'show' },
  'payment-refused-23015': { code: 23015, kind: 'silent' },
  'too-late-to-pay': { code: 23016, kind: 'show' },
  'card-declined': { code: 23017, kind: 'show' },
  'payment-way-not-offered': { code: 23018, kind: 'show' },
  'amount-too-high': { code: 23019, kind: 'show' },
  'card-limit-exceeded': { code: 23020, kind: 'show' },
  'card-account-restricted': { code: 23021, kind: 'show' },
  'insufficient-funds': { code: 23022, kind: 'show' },
  'payment-signature-wrong': { code: 23023, kind: 'show' },
  'payment-provider-silent': { code: 23024, kind: 'show' },
  'price-changed': { code: 23025, kind: 'show' },
  'amount-too-low': { code: 23036, kind: 'show' },
  'payment-refused-23044': { code: 23044, kind: 'silent' },
  'payment-refused-23045': { code: 23045, kind: 'silent' },
  'terms-not-accepted': { code: 23046, kind: 'show' },
  'archive-space-low': { code: 31100, kind: 'show' },
  'share-missing': { code: 31101, kind: 'silent' },
  'archive-missing': { code: 31102, kind: 'show' },
  'past-unavailable': { code: 31103, kind: 'show' },
  'nothing-recorded': { code: 31104, kind: 'show' },
  'download-limit': { code: 31106, kind: 'show' },
  'share-expired': { code: 31109, kind: 'silent' },
  'share-revoked': { code: 31110, kind: 'show' },
  'recording-not-delivered': { code: 31111, kind: 'show' },
  'too-many-archives-waiting': { code: 31112, kind: 'show' },
  'archive-too-frequent': { code: 31114, kind: 'show' },
  'no-device-permission': { code: 33001, kind: 'show' },
  'no-site-permission': { code: 33002, kind: 'show' },
  'serial-number-unknown': { code: 33003, kind: 'show' },
  'security-code-wrong': { code: 33004, kind: 'show' },
  'channel-missing': { code: 33005, kind: 'show' },
  'site-missing': { code: 33006, kind: 'show' },
  'device-silent': { code: 33007, kind: 'show' },
  'device-bound-already': { code: 33010, kind: 'show' },
  'device-refused-33011': { code: 33011, kind: 'silent' },
  'licence-too-small': { code: 33014, kind: 'show' },
  'no-licence-permission': { code: 33015, kind: 'show' },
  'stream-not-playable': { code: 33020, kind: 'show' },
  'layout-name-taken': { code: 33021, kind: 'show' },
  'device-cannot': { code: 33022, kind: 'show' },
  'device-refuses-value': { code: 33023, kind: 'show' },
  'device-command-failed': { code: 33024, kind: 'show' },
  'camera-moved-by-other': { code: 33025, kind: 'show' },
  'site-name-taken': { code: 33026, kind: 'show' },
  'site-has-devices': { code: 33027, kind: 'show' },
  'security-code-unchanged': { code: 33028, kind: 'show' },
  'device-part-missing': { code: 33029, kind: 'show' },
  'firmware-is-newest': { code: 33030, kind: 'show' },
  'name-taken-on-device': { code: 33031, kind: 'show' },
  'device-full': { code: 33032, kind: 'show' },
  'plan-missing': { code: 33041, kind: 'show' },
  'plan-name-taken': { code: 33042, kind: 'show' },
  'too-many-plans': { code: 33043, kind: 'show' },
  'plate-group-missing': { code: 33051, kind: 'show' },
  'plate-group-name-taken': { code: 33052, kind: 'show' },
  'plate-group-in-use': { code: 33053, kind: 'show' },
  'plate-missing': { code: 33055, kind: 'show' },
  'plate-exists': { code: 33056, kind: 'show' },
  'no-spreadsheet': { code: 33057, kind: 'show' },
  'plate-group-full': { code: 33058, kind: 'show' },
  'no-plate-column': { code: 33059, kind: 'show' },
  'range-too-long': { code: 33060, kind: 'show' },
  'too-many-plate-groups': { code: 33061, kind: 'show' },
  'plate-refused-33063': { code: 33063, kind: 'silent' },
  'plate-refused-33064': { code: 33064, kind: 'silent' },
  'alarm-rule-missing': { code: 33070, kind: 'show' },
  'alarm-rule-name-taken': { code: 33071, kind: 'show' },
  'too-many-alarm-rules': { code: 33072, kind: 'show' },
  'contact-missing': { code: 33073, kind: 'show' },
  'contact-name-taken': { code: 33074, kind: 'show' },
  'too-many-contacts': { code: 33075, kind: 'show' },
  'daily-mail-spent': { code: 33076, kind: 'show' },
  'assignee-cannot-see': { code: 33077, kind: 'show' },
  'imported-text-too-long': { code: 33083, kind: 'show' },
  'plate-too-frequent': { code: 33085, kind: 'show' },
  'upgrade-adds-nothing': { code: 33115, kind: 'show' },
  'no-licence-to-renew': { code: 33122, kind: 'show' },
  'licence-renewed-already': { code: 33130, kind: 'show' },
  'licence-ended': { code: 33135, kind: 'show' },
  'licence-needed': { code: 33136, kind: 'show' },
  'account-has-users': { code: 33400, kind: 'show' },
  'account-has-devices': { code: 33401, kind: 'show' },
  'installer-key-wrong': { code: 33550, kind: 'show' },
  'organization-has-installer': { code: 33551, kind: 'show' },
  'installer-request-open': { code: 33552, kind: 'show' },
  'remote-access-ended': { code: 33553, kind: 'show' },
  'vehicle-limit': { code: 33621, kind: 'silent' },
  'second-step-elsewhere': { code: 33671, kind: 'show' },
  'second-step-failed': { code: 33672, kind: 'show' },
  'notice-device-missing': { code: 33701, kind: 'show' },
  'push-address-refused': { code: 33702, kind: 'show' },
  'share-password-needed': { code: 33721, kind: 'show' },
  'share-password-wrong': { code: 33722, kind: 'show' },
  'share-used-up': { code: 33723, kind: 'show' },
  'redaction-missing': { code: 33731, kind: 'show' },
  'too-many-redactions': { code: 33732, kind: 'show' },
  'redaction-failed': { code: 33733, kind: 'show' },
  'scene-name-taken': { code: 33741, kind: 'show' },
  'too-many-scenes': { code: 33742, kind: 'show' },
  'scene-in-use': { code: 33743, kind: 'show' },
  'scene-missing': { code: 33744, kind: 'show' },
  'health-line-missing': { code: 33745, kind: 'show' },
  'proof-missing': { code: 33801, kind: 'show' },
  'too-many-shares': { code: 33802, kind: 'show' },
  'code-used': { code: 33811, kind: 'show' },
  'device-went-away': { code: 33831, kind: 'show' },
  'change-interrupted': { code: 33832, kind: 'show' },
  'device-not-back': { code: 33833, kind: 'show' },
  'change-missing': { code: 33834, kind: 'show' },
  'too-many-changes': { code: 33835, kind: 'show' },
  'share-unready': { code: 33841, kind: 'show' },
  'station-unknown': { code: 33851, kind: 'show' },
  'station-clock': { code: 33852, kind: 'show' },
  'station-code-wrong': { code: 33853, kind: 'show' },
  'too-many-stations': { code: 33854, kind: 'show' },
  'cloud-storage-needed': { code: 33861, kind: 'show' },
  'no-payment-kept': { code: 33871, kind: 'show' },
  'session-too-old': { code: 33881, kind: 'logout' },
  'password-too-common': { code: 33882, kind: 'show' },
  'registration-closed': { code: 33883, kind: 'show' },
  'too-many-devices': { code: 33900, kind: 'show' },
  'daily-invitations-spent': { code: 33901, kind: 'show' },
  'daily-shares-spent': { code: 33902, kind: 'show' },
  'export-under-way': { code: 33910, kind: 'show' },
  'export-space-low': { code: 33911, kind: 'show' },
  'bundle-too-large': { code: 33912, kind: 'show' },
  'share-suspended': { code: 33940, kind: 'show' },
  'organization-space-low': { code: 33975, kind: 'show' },
  'download-gone': { code: 33990, kind: 'show' },
  'no-archive-permission': { code: 43004, kind: 'show' },
  'ended-on-this-machine': { code: 123456, kind: 'logout' },
} as const satisfies Record<string, { code: number; kind: ErrorKind }>

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
