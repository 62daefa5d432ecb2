import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { securityCode, serialNumber } from '#contract/rules.ts'
import { drawIdentity } from '#device/agent/identity.ts'

const identity = z.object({ sn: serialNumber, securityCode })
export type BridgeIdentity = z.output<typeof identity>

const FILE = 'bridge.json'

/** By what the bridge itself is added in the app; drawn on the first call, and readable by its owner only. */
export function bridgeIdentity(folder: string): BridgeIdentity {
  try {
    return identity.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const fresh = drawIdentity()
    keepIdentity(folder, fresh)
    return fresh
  }
}

/** Takes another security code, from the next start on too. */
export function keepIdentity(folder: string, identity: BridgeIdentity): void {
  const fresh = join(folder, `${FILE}.new`)
  writeFileSync(fresh, `${JSON.stringify(identity)}\n`, { mode: 0o600, flush: true })
  renameSync(fresh, join(folder, FILE))
}
