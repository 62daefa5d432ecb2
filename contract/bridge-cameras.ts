import * as z from 'zod/mini'
import { lengths } from './limits.ts'
import { name, nothing, securityCode, serialNumber, says } from './rules.ts'

/** A device that can do this is a bridge: it serves the cameras of its network, each as a device of its own. */
export const BRIDGE_COMMAND = 'cameras-find'

/** Limits of a bridge, and of one search of its network. */
export const bridgeLimits = {
  /** Cameras that a bridge serves. */
  cameras: 128,
  /** Cameras that one search tells of; a network that answers with more is no network of cameras. */
  found: 128,
  searchMs: 6_000,
  /** A question for more waits so long for an answer before it comes back empty. */
  waitMs: 2_000,
  /** Nobody has asked for more since: the search is over and forgotten. */
  forgottenMs: 60_000,
  /** Within this a camera has to answer, with its first picture or with packets of it. */
  tryMs: 7_500,
  /** Cameras that a bridge tries at once. */
  triesAtOnce: 8,
  /** The most characters of a camera's user name or password, and of its address. */
  accountLength: 64,
  urlLength: 400,
  /** Lenses of one camera. */
  eyes: 16,
} as const

const HOST = String.raw`(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?`
const ONVIF = `onvifs?://${HOST}(?:/[\\w./-]{0,256})?`
/** Queries are usual in RTSP; nothing that a shell, a page or XML would take for its own. */
const RTSP = `rtsps?://${HOST}(?:/[\\w./~+,=:@%?&-]{0,256})?`
const ONVIF_URL = new RegExp(`^${ONVIF}$`)
const CAMERA_URL = new RegExp(`^(?:${ONVIF}|${RTSP})$`)

/** What is said of an address that is none: forms have a sentence of their own for it. */
const CAMERA_URL_SHAPE = 'camera-address-shape'
/** The address of a camera, without a name and a password: those travel beside it. A host is a name or an address, and nothing else. */
export const cameraUrl = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, says('required')),
    z.maxLength(bridgeLimits.urlLength, says('too-long')),
    z.regex(CAMERA_URL, { error: CAMERA_URL_SHAPE }),
  )

/** What a person types of a camera, made an address: a host alone is taken for one that speaks ONVIF. */
export function cameraUrlOf(typed: string): string {
  const text = typed.trim()
  const url = text.replace(/^https?:\/\//i, (scheme) => (scheme.length === 8 ? 'onvifs://' : 'onvif://'))
  return url === '' || /^[a-z]+:\/\//i.test(url) ? url.replace(/^[A-Za-z]+/, (scheme) => scheme.toLowerCase()) : `onvif://${url}`
}

/** What a camera wants to know before it shows its picture. Empty: it asks for nothing. */
const account = {
  username: z.string().check(z.maxLength(bridgeLimits.accountLength, says('too-long'))),
  password: z.string().check(z.maxLength(bridgeLimits.accountLength, says('too-long'))),
}
/** SHA-256 of the certificate that a person has looked at, for cameras that no authority vouches for. */
const fingerprint = z.string().check(z.regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/))
const sensor = z.string().check(z.maxLength(64))

/** A camera to be tried. The names are those that never go into the audit trail. */
export const cameraToTry = z.object({ cameraUrl, ...account, certificate: z.optional(fingerprint) })
export type CameraToTry = z.output<typeof cameraToTry>
/** A camera to be kept; `sensor`: which of its lenses, the first unless named. */
export const cameraToAdd = z.object({ ...cameraToTry.shape, name: name(lengths.deviceName), sensor: z.optional(sensor) })
export type CameraToAdd = z.output<typeof cameraToAdd>

/** Why a camera cannot be had, by what a person can do about it. */
const cameraFault = z.enum([
  'refused',
  'unreachable',
  'silent',
  'password',
  'forbidden',
  'busy',
  'moved',
  'clock',
  'certificate',
  'no-picture',
  'no-video',
  'no-camera',
  'path',
  'sensor',
  'added-already',
])
export type CameraFault = z.output<typeof cameraFault>
/** `fingerprint`: of the certificate that it showed instead. */
export const refusedCamera = z.object({ ok: z.literal(false), fault: cameraFault, fingerprint: z.optional(fingerprint) })

const word = z.string().check(z.maxLength(64))
/** A lens of a camera with its own picture. */
const eye = z.object({ sensor, width: z.int(), height: z.int(), codec: z.string().check(z.maxLength(32)), hasSub: z.boolean() })
export type CameraEye = z.output<typeof eye>
export const triedCamera = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    maker: word,
    model: word,
    eyes: z.array(eye).check(z.minLength(1), z.maxLength(bridgeLimits.eyes)),
    /** It sends, but no key frame came in the time: its first picture takes longer. */
    isLate: z.optional(z.boolean()),
  }),
  refusedCamera,
])
const addedCamera = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), sn: serialNumber, securityCode }), refusedCamera])

/** A camera that answered. */
const foundShape = { cameraUrl: z.string().check(z.regex(ONVIF_URL), z.maxLength(bridgeLimits.urlLength)), name: word, model: word }
/** `sn`: the bridge has it already, as this device. */
export const foundByBridge = z.object({ ...foundShape, sn: z.optional(serialNumber) })
export type FoundByBridge = z.output<typeof foundByBridge>
/** `knownAs`: the organization has it already, under this name. */
const foundCamera = z.object({ ...foundShape, knownAs: z.optional(z.string()) })
export type FoundCamera = z.output<typeof foundCamera>

const searchId = z.string().check(z.regex(/^[\w-]{8,64}$/))
/** A search of the bridge's network: begun (or joined, when one is under way), asked for what it found beyond the first `seen`, ended. */
export const cameraSearch = z.discriminatedUnion('act', [
  z.object({ act: z.literal('begin') }),
  z.object({ act: z.literal('more'), searchId, seen: z.int().check(z.minimum(0), z.maximum(bridgeLimits.found)) }),
  z.object({ act: z.literal('end'), searchId }),
])
export type CameraSearch = z.output<typeof cameraSearch>
const news = { searchId, isOver: z.boolean() }
export const cameraSearchNews = z.object({ ...news, cameras: z.array(foundCamera).check(z.maxLength(bridgeLimits.found)) })
const bridgeNews = z.object({ ...news, cameras: z.array(foundByBridge).check(z.maxLength(bridgeLimits.found)) })
export type BridgeNews = z.output<typeof bridgeNews>

/** A camera that the bridge serves: no address, no password. */
const bridgeCamera = z.object({
  sn: serialNumber,
  name: z.string().check(z.maxLength(64)),
  host: z.string().check(z.maxLength(300)),
  model: word,
})

/** Commands of a bridge (`device-commands.ts`). None of them passes through the plugin: the service binds and unbinds beside them. */
export const bridgeCommands = {
  'cameras-get': {
    request: z.object({}),
    result: z.object({ cameras: z.array(bridgeCamera).check(z.maxLength(bridgeLimits.cameras)) }),
    changes: false,
  },
  /** Looks for cameras that speak ONVIF (WS-Discovery). */
  [BRIDGE_COMMAND]: { request: cameraSearch, result: bridgeNews, changes: false },
  /** Asks a camera what it is, and waits for its first picture; nothing of it is kept. */
  'camera-try': { request: cameraToTry, result: triedCamera, changes: false },
  /** Tries a camera and keeps it, one that it has with another password; the answer comes when it has called in as a device, and says how that is bound. */
  'camera-add': { request: cameraToAdd, result: addedCamera, changes: true },
  'camera-remove': { request: z.object({ sn: serialNumber }), result: nothing, changes: true },
} as const
