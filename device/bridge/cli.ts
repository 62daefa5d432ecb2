import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import type { StreamKind } from '#contract/enums.ts'
import { recordingModes, type RecordingMode } from '#contract/device-settings.ts'
import type { SoundFormat } from '#contract/sound.ts'
import { dataFolderOf } from '#device/agent/data-folder.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { drawIdentity } from '#device/agent/identity.ts'
import { readSettingsOrExit } from '#device/agent/process-life.ts'
import { labelText } from '#contract/device-label.ts'
import { ACCOUNT_ADVICE, AccountFault, hasAccount, isTorn, readAccount, withAccount, type CameraAccount } from './camera-account.ts'
import { bridgeIdentity } from './bridge-identity.ts'
import { BRIDGE_MODEL, labelOf } from './bridge-labels.ts'
import { bridgeFolder, cameraName, readCameras, writeCameras, type Camera } from './cameras.ts'
import { adviceOn } from './fault-advice.ts'
import { keepFirmware } from './firmware.ts'
import { onvifAdviceOn } from './onvif/advice.ts'
import { OnvifError } from './onvif/fault.ts'
import { removeKeptFiles } from './onvif/kept-files.ts'
import type { SessionFormat } from './rtsp/client.ts'
import { RtspError, type RtspFault } from './rtsp/fault.ts'
import { parseRtspUrl, redactUrl } from './rtsp/rtsp-url.ts'
import { isBridgeRunning } from './running-mark.ts'
import { tryCamera } from './try-camera.ts'

const USAGE = `Usage:
  npm run camera -- discover [ACCOUNT] [--interface NAME] [--wait SECONDS]
  npm run camera -- add --url onvif://host [ACCOUNT] --name "Yard" [--source SENSOR] [--record MODE] [--force]
  npm run camera -- add --url onvifs://host [ACCOUNT] --fingerprint AB:CD:… --name "Yard" [--source SENSOR] [--record MODE] [--force]
  npm run camera -- add --url rtsp://host/path [ACCOUNT] --name "Yard" [--sub rtsp://…] [--record MODE] [--force]
  npm run camera -- record --sn SERIALNUMBER --record MODE [--streams STREAMS]
  npm run camera -- firmware --sn SERIALNUMBER --file FILE --version VERSION
  npm run camera -- list
  npm run camera -- label [--sn SERIALNUMBER]
  npm run camera -- remove --sn SERIALNUMBER
ACCOUNT is --user name:password, with whatever signs are in it, or --user name --password-stdin, or stands in the address: rtsp://name:password@host/path.
MODE is continuous (the default), events (from 10 s before to 10 s after what the camera tells of) or off.
STREAMS is both (the default), main or sub.`

/** Faults of a camera that is switched off or not reachable at the moment; all others will not go away by waiting. */
const isOffNow: ReadonlySet<RtspFault['kind']> = new Set(['refused', 'unreachable', 'timeout', 'lost', 'busy'])

/** Of a camera that sends, and showed no picture while it was tried. */
const LATE =
  'packets come, but no whole key frame yet: the first picture may take 20 s. Set a key frame every 2 s in the camera; over UDP, see whether packets get lost.'

/** Something that the person can put right; the message is one sentence. */
class CliFault extends Error {}

const folder = bridgeFolder(dataFolderOf(readSettingsOrExit()))
try {
  await run(process.argv.slice(2))
} catch (fault) {
  const isPlain =
    fault instanceof CliFault ||
    fault instanceof AccountFault ||
    (fault instanceof Error && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS'))
  if (!isPlain) throw fault
  process.stderr.write(`${fault.message}\n`)
  process.exitCode = 1
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      sub: { type: 'string' },
      name: { type: 'string' },
      sn: { type: 'string' },
      source: { type: 'string' },
      fingerprint: { type: 'string' },
      record: { type: 'string' },
      streams: { type: 'string' },
      file: { type: 'string' },
      version: { type: 'string' },
      user: { type: 'string' },
      'password-stdin': { type: 'boolean' },
      interface: { type: 'string' },
      wait: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  })
  const [command, ...rest] = positionals
  if (rest.length > 0) throw new CliFault(`"${rest[0]}" is not understood; put names with spaces in quotes.\n${USAGE}`)
  if (command === 'add') return add(values)
  if (command === 'discover') return discover(values)
  if (command === 'record') return record(values)
  if (command === 'firmware') return takeFirmware(values)
  if (command === 'list') return list()
  if (command === 'label') return label(values.sn)
  if (command === 'remove') return remove(values.sn)
  throw new CliFault(USAGE)
}

/** What `add` is told. */
interface AddValues {
  url?: string
  sub?: string
  name?: string
  source?: string
  fingerprint?: string
  record?: string
  user?: string
  'password-stdin'?: boolean
  force: boolean
}

async function add(values: AddValues): Promise<void> {
  if (values.url === undefined || values.name === undefined) throw new CliFault(`A camera needs --url and --name.\n${USAGE}`)
  const name = cameraName.safeParse(values.name).data
  if (name === undefined) throw new CliFault('--name should have 1 to 32 characters, and none of < > & , \' " / \\ % : #')
  const mode = recordModeOf(values.record ?? 'continuous')
  const account = await readAccount(values)
  const url = addressOf('--url', values.url, account)
  const sub = values.sub === undefined ? undefined : addressOf('--sub', values.sub, account)
  if (values.fingerprint !== undefined && !url.startsWith('onvifs:')) throw new CliFault('--fingerprint is for onvifs addresses.')
  const streams = /^onvifs?:/.test(url) ? await onvifStreams(url, values) : rtspStreams(url, sub)
  const same = readCameras(folder).find((camera) => camera.url === streams.url)
  if (same !== undefined) throw new CliFault(`This address is there already, as "${same.name}" with serial number ${same.sn}.`)
  const certificate = await tryStream(streams.onvif ? 'main' : '--url', streams.url, values.force)
  const { subUrl } = streams
  const subCertificate = subUrl === undefined ? undefined : await tryStream(streams.onvif ? 'sub' : '--sub', subUrl, values.force)
  const camera = { ...drawIdentity(), name, ...streams, certificate, subCertificate, record: mode }
  // Read again: another command may have written while the camera was tried.
  writeCameras(folder, [...readCameras(folder), camera])
  print(`Serial number: ${camera.sn}`)
  print(`Security code: ${camera.securityCode}`)
  print('')
  print('Type both in the app under Devices → Add device; then the camera is in the tree of its site.')
  print(
    isBridgeRunning(folder)
      ? 'The bridge is running and connects the camera now.'
      : 'The bridge is not running: it starts with "npm start", and the camera can be added in the app once it has connected.',
  )
}

function recordModeOf(typed: string | undefined): RecordingMode {
  const mode = recordingModes.find((one) => one === typed)
  if (mode === undefined) throw new CliFault('--record should be continuous, events or off.')
  return mode
}

/** Changes when a camera is recorded, and which streams of it; a running bridge follows. */
function record({ sn, record: typed, streams }: { sn?: string; record?: string; streams?: string }): void {
  const mode = recordModeOf(typed)
  const camera = cameraOf(sn)
  const recordStreams = streams === undefined ? camera.recordStreams : recordedStreamsOf(streams)
  if (recordStreams?.includes('sub') && camera.subUrl === undefined && streams !== 'both')
    throw new CliFault(`"${camera.name}" has no sub stream.`)
  writeCameras(
    folder,
    readCameras(folder).map((one) => (one.sn === camera.sn ? { ...one, record: mode, recordStreams } : one)),
  )
  const only = recordStreams?.length === 1 && mode !== 'off' ? `, by its ${recordStreams[0]} stream` : ''
  print(`"${camera.name}" is recorded ${{ off: 'no more', continuous: 'all the time', events: 'around events' }[mode]}${only}.`)
}

/** Keeps new firmware for all cameras of a model; whoever may configure one installs it in the app. */
function takeFirmware({ sn, file, version }: { sn?: string; file?: string; version?: string }): void {
  const { name, onvif } = cameraOf(sn)
  if (onvif === undefined) throw new CliFault(`"${name}" has no ONVIF: its firmware cannot be replaced from here.`)
  if (onvif.takesFirmware !== true) throw new CliFault(`"${name}" takes no firmware by ONVIF: use its own page.`)
  if (file === undefined || version === undefined) throw new CliFault(`Which one? Give it with --file and --version.\n${USAGE}`)
  if (version === '' || version.length > 32)
    throw new CliFault('--version should be what the camera calls itself with it: 1 to 32 characters.')
  const size = statSync(file, { throwIfNoEntry: false })
  if (size?.isFile() !== true || size.size === 0) throw new CliFault(`There is no file ${file}, or nothing in it.`)
  keepFirmware(folder, { model: onvif.model, version }, file)
  print(`Version ${version} is kept for all cameras of the model ${onvif.model}.`)
  print('Install it in the app, in the settings of each device under Maintenance.')
}

function recordedStreamsOf(typed: string): StreamKind[] | undefined {
  if (typed === 'main' || typed === 'sub') return [typed]
  if (typed !== 'both') throw new CliFault('--streams should be both, main or sub.')
  return undefined
}

/** An address with the account that was given beside it. */
function addressOf(option: string, url: string, account: CameraAccount | undefined): string {
  if (isTorn(url))
    throw new CliFault(
      `${option} cannot be read: a sign in it stands for something else than it does in a password (of a path, an @ is typed as %40). ${ACCOUNT_ADVICE}.`,
    )
  if (account === undefined) return url
  if (hasAccount(url)) throw new CliFault(`${option} has a user name and a password in it already: give them once.`)
  return withAccount(url, account)
}

type Streams = Pick<Camera, 'url' | 'subUrl' | 'onvif'>

function rtspStreams(url: string, subUrl: string | undefined): Streams {
  requireRtsp('--url', url)
  if (subUrl !== undefined) requireRtsp('--sub', subUrl)
  return { url, subUrl }
}

/** The streams that the camera itself names. */
async function onvifStreams(address: string, { sub, source, fingerprint }: AddValues): Promise<Streams> {
  if (sub !== undefined) throw new CliFault('--sub is not needed: the camera names its streams itself.')
  // Read when it is needed, as below: the library of ONVIF is a third of this command's start.
  const { lookAtCamera } = await import('./onvif/look-at-camera.ts')
  const { url, subUrl, onvif, notes } = await plainly(() => lookAtCamera(address, { source, certificate: fingerprintOf(fingerprint) }))
  for (const note of notes) print(note)
  return { url, subUrl, onvif }
}

/** As cameras' certificates have it; people may leave the colons out. */
function fingerprintOf(typed: string | undefined): string | undefined {
  const digits = typed?.replaceAll(':', '').toUpperCase()
  if (digits === undefined) return undefined
  if (!/^[0-9A-F]{64}$/.test(digits)) throw new CliFault('--fingerprint should be the SHA-256 of a certificate: 64 hexadecimal digits.')
  return digits.match(/../g)?.join(':')
}

async function discover(values: { user?: string; 'password-stdin'?: boolean; interface?: string; wait?: string }): Promise<void> {
  const { interface: only, wait } = values
  const account = await readAccount(values)
  const waitS = Number(wait ?? 3)
  if (!(waitS > 0 && waitS <= 60)) throw new CliFault('--wait should be a number of seconds, 60 at most.')
  const { discoverCommand } = await import('./onvif/discover-command.ts')
  await plainly(() => discoverCommand({ only, account, waitMs: waitS * 1000, cameras: readCameras(folder), print }))
}

/** Faults of ONVIF in one sentence. */
async function plainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OnvifError)) throw error
    throw new CliFault(`${onvifAdviceOn(error.fault)}${error.fault.kind === 'address' ? ` ${ACCOUNT_ADVICE}.` : ''}`)
  }
}

/** What is printed on the back of a device that can be bought: of the bridge itself, or of one of its cameras. */
function label(sn: string | undefined): void {
  const { name, model, ...identity } =
    sn === undefined ? { name: 'Camera bridge', model: BRIDGE_MODEL, ...bridgeIdentity(folder) } : labelOf(cameraOf(sn))
  print(name)
  print(`Serial number: ${identity.sn}`)
  print(`Security code: ${identity.securityCode}`)
  print(renderUnicodeCompact(labelText({ ...identity, model }), { border: 2 }))
  print('Type both in the app under Devices → Add device, or hold the code before the camera of a telephone there.')
}

function list(): void {
  const cameras = readCameras(folder)
  for (const { sn, name, url, subUrl, onvif } of cameras) {
    const others = [subUrl === undefined ? '' : `  sub ${redactUrl(subUrl)}`, onvif === undefined ? '' : `  ${redactUrl(onvif.url)}`]
    print(`${sn}  ${name}  ${redactUrl(url)}${others.join('')}`)
  }
  if (cameras.length === 0) print('There are no cameras yet. Find them with: npm run camera -- discover')
}

function remove(sn: string | undefined): void {
  const gone = cameraOf(sn)
  writeCameras(
    folder,
    readCameras(folder).filter((camera) => camera.sn !== gone.sn),
  )
  removeKeptFiles(folder, gone.sn)
  bindingKeyFile(folder, gone.sn).forget()
  print(`"${gone.name}" is removed from the bridge. Take it out of the organization under Devices, too.`)
  print('What was recorded of it goes when its days are over.')
}

/** The camera with this serial number, as a person typed it. */
function cameraOf(sn: string | undefined): Camera {
  if (sn === undefined) throw new CliFault(`Which one? Give its serial number with --sn.\n${USAGE}`)
  const camera = readCameras(folder).find((one) => one.sn === sn.trim().toUpperCase())
  if (camera === undefined)
    throw new CliFault(`There is no camera with serial number ${sn}; "npm run camera -- list" shows those that there are.`)
  return camera
}

function requireRtsp(option: string, url: string): void {
  try {
    parseRtspUrl(url)
  } catch (fault) {
    if (!(fault instanceof RtspError)) throw fault
    throw new CliFault(`${option} is not an RTSP address; it should look like rtsp://192.168.1.20/stream1. ${ACCOUNT_ADVICE}.`)
  }
}

/** Opens the stream once, and answers with the fingerprint of its certificate. With `isForced` a camera that does not answer now is only warned of. */
async function tryStream(option: string, url: string, isForced: boolean): Promise<string | undefined> {
  const tried = await tryCamera(url)
  if (tried.ok) {
    print(`${option}: ${tried.format ? formatText(tried.format) : 'its format is not known yet'}`)
    if (tried.isLate) print(`${option}: ${LATE}`)
    return tried.certificate
  }
  const sentence = adviceOn(tried.fault)
  if (!isForced || !isOffNow.has(tried.fault.kind)) throw new CliFault(sentence)
  process.stderr.write(`Added all the same: ${sentence}\n`)
  return undefined
}

function formatText({ codec, width, height, fps, sound }: SessionFormat): string {
  const parts = [`${width}×${height}`, fps === undefined ? '' : `${Math.round(fps)} pictures a second`, codec, soundText(sound)]
  return parts.filter((part) => part !== '').join(', ')
}

function soundText(sound: SoundFormat | undefined): string {
  return sound === undefined ? '' : `sound in ${sound.codec === 'aac' ? 'AAC' : 'G.711'}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
