import { withAccount, type CameraAccount } from '../camera-account.ts'
import type { Camera } from '../cameras.ts'
import { onvifAdviceOn } from './advice.ts'
import { discoverCameras, type FoundCamera } from './discover.ts'
import { OnvifError } from './fault.ts'
import { lookAtCamera, profileText } from './look-at-camera.ts'
import { parseOnvifUrl } from './onvif-url.ts'

interface DiscoverOptions {
  /** the only network interface to look on */
  only: string | undefined
  /** to ask each camera what it is */
  account: CameraAccount | undefined
  /** how long answers are waited for */
  waitMs: number
  /** the cameras that the bridge has */
  cameras: readonly Camera[]
  print: (line: string) => void
}

/** Looks for ONVIF cameras on the network and prints each with the command line that adds it. Throws an `OnvifError` when there is no such interface. */
export async function discoverCommand({ only, account, waitMs, cameras, print }: DiscoverOptions): Promise<void> {
  const found = await discoverCameras(waitMs, only)
  if (found.length === 0) {
    print(
      'No camera answered. Look whether ONVIF and its discovery are switched on in the camera, and whether this machine is in the same network;',
    )
    print(
      'a camera that does not answer can be added all the same: npm run camera -- add --url onvif://ADDRESS --user name:password --name "Yard"',
    )
  }
  for (const camera of found) for (const line of await describe(camera, account, cameras)) print(line)
}

async function describe(found: FoundCamera, account: CameraAccount | undefined, cameras: readonly Camera[]): Promise<string[]> {
  const lines = ['', headingOf(found), `  ${found.url}`]
  const there = cameras.find(({ onvif }) => onvif !== undefined && isSame(onvif.url, found.url))
  if (there !== undefined) return [...lines, `  is there already, as "${there.name}" with serial number ${there.sn}`]
  if (account !== undefined) lines.push(...(await profilesOf(found.url, account)).map((line) => `  ${line}`))
  return [...lines, `  npm run camera -- add --url "${found.url}" --user name:password --name "${plainName(found)}"`]
}

/** What a camera says of itself stands in quotes behind words of ours: whatever it is called, no line begins as a command does. */
function headingOf({ name, hardware }: FoundCamera): string {
  const title = name || hardware
  return title === '' ? 'Camera without a name' : `Camera “${title}”${name && hardware ? ` (${hardware})` : ''}`
}

/** One camera that cannot be asked does not hide the others. */
async function profilesOf(url: string, account: CameraAccount): Promise<string[]> {
  try {
    const { maker, onvif, main, sub, notes } = await lookAtCamera(withAccount(url, account))
    const made = `${maker} ${onvif.model}`.trim()
    return [
      `model: ${made}, firmware ${onvif.version}`,
      `main: ${profileText(main)}`,
      ...(sub === undefined ? [] : [`sub: ${profileText(sub)}`]),
      ...notes,
    ]
  } catch (error) {
    if (error instanceof OnvifError) return [onvifAdviceOn(error.fault)]
    throw error
  }
}

function isSame(one: string, other: string): boolean {
  return parseOnvifUrl(one).label === parseOnvifUrl(other).label
}

/** A name for a command line that somebody will copy into a shell: it comes from the network, and only letters, digits and spaces of it are kept, and none that an
 * option begins with. */
function plainName({ name, hardware }: FoundCamera): string {
  const plain = (name || hardware)
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ -]+/, '')
    .trim()
  return plain.slice(0, 32).trim() || 'Camera'
}
