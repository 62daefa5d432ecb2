import { parseArgs } from 'node:util'
import { dataFolderOf } from '#device/agent/data-folder.ts'
import { drawIdentity } from '#device/agent/identity.ts'
import { readSettingsOrExit } from '#device/agent/process-life.ts'
import { bridgeFolder, cameraName, readCameras, writeCameras } from './cameras.ts'
import { adviceOn } from './fault-advice.ts'
import { RtspError, type RtspFault } from './rtsp/fault.ts'
import { parseRtspUrl, redactUrl } from './rtsp/rtsp-url.ts'
import { isBridgeRunning } from './running-mark.ts'
import { tryCamera } from './try-camera.ts'

const USAGE = `Usage:
  npm run camera -- add --url rtsp://user:password@host/path --name "Yard" [--sub rtsp://…] [--force]
  npm run camera -- list
  npm run camera -- remove --sn SERIALNUMBER`

/** Faults of a camera that is switched off or not reachable at the moment; all others will not go away by waiting. */
const isOffNow: ReadonlySet<RtspFault['kind']> = new Set(['refused', 'unreachable', 'timeout', 'lost'])

/** Something that the person can put right; the message is one sentence. */
class CliFault extends Error {}

const folder = bridgeFolder(dataFolderOf(readSettingsOrExit()))
try {
  await run(process.argv.slice(2))
} catch (fault) {
  const isPlain =
    fault instanceof CliFault || (fault instanceof Error && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS'))
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
      force: { type: 'boolean', default: false },
    },
  })
  const [command, ...rest] = positionals
  if (rest.length > 0) throw new CliFault(`"${rest[0]}" is not understood; put names with spaces in quotes.\n${USAGE}`)
  if (command === 'add') return add(values)
  if (command === 'list') return list()
  if (command === 'remove') return remove(values.sn)
  throw new CliFault(USAGE)
}

async function add(values: { url?: string; sub?: string; name?: string; force: boolean }): Promise<void> {
  const { url, sub: subUrl } = values
  if (url === undefined || values.name === undefined) throw new CliFault(`A camera needs --url and --name.\n${USAGE}`)
  const name = cameraName.safeParse(values.name).data
  if (name === undefined) throw new CliFault('--name should have 1 to 32 characters, and none of < > & , \' " / \\ % : #')
  requireRtsp('--url', url)
  if (subUrl !== undefined) requireRtsp('--sub', subUrl)
  const cameras = readCameras(folder)
  const same = cameras.find((camera) => camera.url === url)
  if (same !== undefined) throw new CliFault(`This address is there already, as "${same.name}" with serial number ${same.sn}.`)
  await tryStream('--url', url, values.force)
  if (subUrl !== undefined) await tryStream('--sub', subUrl, values.force)
  const camera = { ...drawIdentity(), name, url, subUrl }
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

function list(): void {
  const cameras = readCameras(folder)
  for (const { sn, name, url, subUrl } of cameras) {
    print(`${sn}  ${name}  ${redactUrl(url)}${subUrl === undefined ? '' : `  sub ${redactUrl(subUrl)}`}`)
  }
  if (cameras.length === 0) print('There are no cameras yet. Add one with: npm run camera -- add --url rtsp://… --name "Yard"')
}

function remove(sn: string | undefined): void {
  if (sn === undefined) throw new CliFault(`Which one? Give its serial number with --sn.\n${USAGE}`)
  const cameras = readCameras(folder)
  const gone = cameras.find((camera) => camera.sn === sn.trim().toUpperCase())
  if (gone === undefined)
    throw new CliFault(`There is no camera with serial number ${sn}; "npm run camera -- list" shows those that there are.`)
  writeCameras(
    folder,
    cameras.filter((camera) => camera !== gone),
  )
  print(`"${gone.name}" is removed from the bridge. Take it out of the organization under Devices, too.`)
}

function requireRtsp(option: string, url: string): void {
  try {
    parseRtspUrl(url)
  } catch (fault) {
    if (!(fault instanceof RtspError)) throw fault
    throw new CliFault(`${option} is not an RTSP address; it should look like rtsp://user:password@192.168.1.20/stream1.`)
  }
}

/** Opens the stream once. With `isForced` a camera that does not answer now is only warned of. */
async function tryStream(option: string, url: string, isForced: boolean): Promise<void> {
  const tried = await tryCamera(url)
  if (tried.ok) {
    const { codec, width, height, fps } = tried.format
    return print(`${option}: ${width}×${height}${fps === undefined ? '' : `, ${Math.round(fps)} pictures a second`}, ${codec}`)
  }
  const sentence = adviceOn(tried.fault)
  if (!isForced || !isOffNow.has(tried.fault.kind)) throw new CliFault(sentence)
  process.stderr.write(`Added all the same: ${sentence}\n`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
