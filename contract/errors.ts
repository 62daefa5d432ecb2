import * as z from 'zod/mini'

/**
 * What the client does with an error (rule 8.1): shows its message, shows it but never the service's own text in its place, or ends
 * the session.
 */
export type ErrorKind = 'show' | 'silent' | 'logout'

/**
 * Every error code that the specification lists by itself, or that this service or client uses, with its kind and one meaning.
 * The sentences that people read are in the catalogs, keyed by code. Codes "refused" are those of which the specification says no
 * more than that they are silent.
 */
export const errors = {
  1000: { kind: 'show', meaning: 'parameter error' },
  1005: { kind: 'show', meaning: 'image code wrong' },
  1007: { kind: 'show', meaning: 'image code needed' },
  1008: { kind: 'show', meaning: 'code expired' },
  1009: { kind: 'show', meaning: 'e-mail code wrong' },
  1015: { kind: 'show', meaning: 'user exists' },
  1024: { kind: 'show', meaning: 'too many e-mail codes' },
  1027: { kind: 'silent', meaning: 'no code wanted' },
  4500: { kind: 'show', meaning: 'parameter error in a call of another service' },
  5000: { kind: 'show', meaning: 'no permission for this call' },
  5001: { kind: 'show', meaning: 'no permission on this object' },
  5002: { kind: 'show', meaning: 'no right to download' },
  6000: { kind: 'show', meaning: 'state does not allow' },
  6001: { kind: 'show', meaning: 'too frequent' },
  6002: { kind: 'show', meaning: 'begun before the service failed, and not known how far' },
  7000: { kind: 'show', meaning: 'parameter error in a session call' },
  7001: { kind: 'show', meaning: 'user not found' },
  7002: { kind: 'show', meaning: 'old password wrong, of an older service' },
  7003: { kind: 'logout', meaning: 'ended from another session of the person: signed out there, or password changed' },
  7004: { kind: 'logout', meaning: 'signed in elsewhere, on more places than allowed' },
  7009: { kind: 'logout', meaning: 'token unknown, or replaced by a newer one' },
  7010: { kind: 'show', meaning: 'account not activated' },
  7011: { kind: 'show', meaning: 'account not activated, of an older service' },
  7019: { kind: 'show', meaning: 'user exists already' },
  7026: { kind: 'silent', meaning: 'account call refused' },
  7062: { kind: 'show', meaning: 'device offline' },
  7063: { kind: 'silent', meaning: 'device call refused' },
  7088: { kind: 'logout', meaning: 'token expired' },
  7090: { kind: 'logout', meaning: 'logged out for inactivity' },
  9100: { kind: 'logout', meaning: 'session id does not match' },
  9101: { kind: 'logout', meaning: 'renewed token used twice' },
  9102: { kind: 'logout', meaning: 'permission withdrawn' },
  9103: { kind: 'logout', meaning: 'account deleted' },
  10002: { kind: 'logout', meaning: 'not signed in, or signed out' },
  20001: { kind: 'show', meaning: 'parameter error in an account call' },
  20003: { kind: 'show', meaning: 'login name not found' },
  20004: { kind: 'logout', meaning: 'account frozen' },
  20005: { kind: 'show', meaning: 'wrong user or password' },
  20006: { kind: 'silent', meaning: 'login locked' },
  20007: { kind: 'silent', meaning: 'graphic code wrong' },
  20008: { kind: 'silent', meaning: 'graphic code expired' },
  20009: { kind: 'silent', meaning: 'graphic code required' },
  20010: { kind: 'show', meaning: 'old password wrong' },
  20011: { kind: 'show', meaning: 'old and new password same' },
  20017: { kind: 'show', meaning: 'file over 2MB' },
  20018: { kind: 'show', meaning: 'no picture of a kind and size that is taken' },
  20019: { kind: 'show', meaning: 'daily upload limit' },
  20021: { kind: 'show', meaning: 'e-mail address has an account' },
  20023: { kind: 'show', meaning: 'account calls too frequent' },
  20026: { kind: 'show', meaning: 'no permission in the account' },
  20030: { kind: 'show', meaning: 'link expired' },
  20031: { kind: 'silent', meaning: 'link refused' },
  20032: { kind: 'show', meaning: 'authenticator code wrong' },
  20033: { kind: 'show', meaning: 'link not valid, or replaced by a newer one' },
  20035: { kind: 'show', meaning: 'e-mail address not registered' },
  20037: { kind: 'show', meaning: 'invited already, or invitation used' },
  20042: { kind: 'show', meaning: 'organization name exists' },
  20046: { kind: 'silent', meaning: 'account call refused' },
  20052: { kind: 'silent', meaning: 'account call refused' },
  20073: { kind: 'show', meaning: 'code wrong' },
  33001: { kind: 'show', meaning: 'no permission on the device' },
  33002: { kind: 'show', meaning: 'no permission on the site' },
  33003: { kind: 'show', meaning: 'serial number unknown' },
  33004: { kind: 'show', meaning: 'security code wrong' },
  33005: { kind: 'show', meaning: 'channel does not exist' },
  33006: { kind: 'show', meaning: 'site does not exist' },
  33007: { kind: 'show', meaning: 'device does not answer' },
  33010: { kind: 'show', meaning: 'device bound already' },
  33011: { kind: 'silent', meaning: 'device call refused' },
  33020: { kind: 'show', meaning: 'stream cannot be played' },
  33060: { kind: 'show', meaning: 'range over 31 days' },
  33400: { kind: 'show', meaning: 'account has subordinate users' },
  33401: { kind: 'show', meaning: 'account has devices' },
  33550: { kind: 'show', meaning: 'installer key wrong' },
  33551: { kind: 'show', meaning: 'organization has an installer' },
  33552: { kind: 'show', meaning: 'installer has an open request' },
  33553: { kind: 'show', meaning: 'remote access has ended' },
  33671: { kind: 'show', meaning: 'second step set up elsewhere' },
  33672: { kind: 'show', meaning: 'second step failed or missing' },
  33811: { kind: 'show', meaning: 'code used already' },
  43004: { kind: 'show', meaning: 'no permission on the cloud archive' },
  33021: { kind: 'show', meaning: 'layout name taken' },
  33022: { kind: 'show', meaning: 'device cannot do this' },
  33023: { kind: 'show', meaning: 'device refuses the value' },
  33024: { kind: 'show', meaning: 'device failed to carry out the command' },
  33026: { kind: 'show', meaning: 'site name taken' },
  33027: { kind: 'show', meaning: 'site has devices' },
  33028: { kind: 'show', meaning: 'new security code is the current one' },
  33029: { kind: 'show', meaning: 'device has no such part' },
  33030: { kind: 'show', meaning: 'device firmware is the newest' },
  33025: { kind: 'show', meaning: 'somebody else moves the camera' },
  33031: { kind: 'show', meaning: 'name taken on the device' },
  33032: { kind: 'show', meaning: 'device has no room for another' },
  23006: { kind: 'show', meaning: 'no free trial: the device had one, or a licence is there' },
  23014: { kind: 'show', meaning: 'order does not exist' },
  23015: { kind: 'silent', meaning: 'payment call refused' },
  23016: { kind: 'show', meaning: 'time to pay is over' },
  23017: { kind: 'show', meaning: 'card declined' },
  23018: { kind: 'show', meaning: 'way of payment not offered' },
  23019: { kind: 'show', meaning: 'amount over 10 million' },
  23020: { kind: 'show', meaning: 'card limit exceeded' },
  23021: { kind: 'show', meaning: 'card account restricted' },
  23022: { kind: 'show', meaning: 'amount exceeds the available funds' },
  23023: { kind: 'show', meaning: 'signature of the payment wrong' },
  23024: { kind: 'show', meaning: 'payment provider does not answer' },
  23025: { kind: 'show', meaning: 'price has changed' },
  23036: { kind: 'show', meaning: 'amount below 0.5 USD' },
  23044: { kind: 'silent', meaning: 'payment call refused' },
  23045: { kind: 'silent', meaning: 'payment call refused' },
  23046: { kind: 'show', meaning: 'terms not accepted' },
  33014: { kind: 'show', meaning: 'licence is for fewer cameras' },
  33015: { kind: 'show', meaning: 'no permission on the devices of a licence' },
  33115: { kind: 'show', meaning: 'an upgrade must add cameras' },
  33122: { kind: 'show', meaning: 'no bought licence to renew or upgrade' },
  33130: { kind: 'show', meaning: 'licence renewed already' },
  33135: { kind: 'show', meaning: 'licence limit reached: trial or licence has ended, or none was bought since' },
  31100: { kind: 'show', meaning: 'archive space low' },
  31101: { kind: 'silent', meaning: 'share does not exist' },
  31102: { kind: 'show', meaning: 'archive does not exist' },
  31103: { kind: 'show', meaning: 'the past of this camera cannot be had' },
  31104: { kind: 'show', meaning: 'nothing recorded in this time' },
  31106: { kind: 'show', meaning: 'download limit' },
  31109: { kind: 'silent', meaning: 'share expired' },
  31110: { kind: 'show', meaning: 'share revoked' },
  31111: { kind: 'show', meaning: 'device could not deliver the recording' },
  31112: { kind: 'show', meaning: 'too many archives are waiting' },
  31114: { kind: 'show', meaning: 'archive calls too frequent' },
  33136: { kind: 'show', meaning: 'buy a licence first' },
  33051: { kind: 'show', meaning: 'plate group does not exist' },
  33052: { kind: 'show', meaning: 'plate group name taken' },
  33053: { kind: 'show', meaning: 'plate group is used by an alarm rule' },
  33055: { kind: 'show', meaning: 'plate does not exist' },
  33056: { kind: 'show', meaning: 'plate exists' },
  33057: { kind: 'show', meaning: 'file is no spreadsheet' },
  33058: { kind: 'show', meaning: 'plate group is full' },
  33059: { kind: 'show', meaning: 'spreadsheet has no column of plates' },
  33061: { kind: 'show', meaning: 'too many plate groups' },
  33063: { kind: 'silent', meaning: 'plate call refused' },
  33064: { kind: 'silent', meaning: 'plate call refused' },
  33070: { kind: 'show', meaning: 'alarm rule does not exist' },
  33071: { kind: 'show', meaning: 'alarm rule name taken' },
  33072: { kind: 'show', meaning: 'too many alarm rules' },
  33073: { kind: 'show', meaning: 'contact does not exist' },
  33074: { kind: 'show', meaning: 'contact name taken' },
  33075: { kind: 'show', meaning: 'too many contacts' },
  33076: { kind: 'show', meaning: 'the mail of today is used up' },
  33083: { kind: 'show', meaning: 'imported text over 32 characters' },
  33085: { kind: 'show', meaning: 'plate calls too frequent' },
  33621: { kind: 'silent', meaning: 'vehicle count limit' },
  // Faults of the transport, made by the client (rule 8.3).
  401: { kind: 'show', meaning: 'HTTP 401' },
  403: { kind: 'show', meaning: 'HTTP 403' },
  404: { kind: 'silent', meaning: 'HTTP 404' },
  408: { kind: 'show', meaning: 'HTTP 408' },
  429: { kind: 'show', meaning: 'HTTP 429' },
  500: { kind: 'show', meaning: 'HTTP 500' },
  501: { kind: 'show', meaning: 'HTTP 501' },
  502: { kind: 'show', meaning: 'HTTP 502' },
  503: { kind: 'show', meaning: 'HTTP 503' },
  504: { kind: 'show', meaning: 'HTTP 504' },
  12344: { kind: 'show', meaning: 'network failure' },
  12345: { kind: 'show', meaning: 'timeout' },
  12346: { kind: 'show', meaning: 'answer could not be read' },
  123456: { kind: 'logout', meaning: 'session ended on this machine' },
} as const satisfies Record<number, { kind: ErrorKind; meaning: string }>

export type ErrorCode = keyof typeof errors

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
  return code in errors ? errors[code as ErrorCode].kind : 'show'
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
