import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { stationClaim, stationPublicKey, type StationOutput, type StationPublicKey } from '#contract/station.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
const ONLY = 'screen'

interface Kept {
  keys: CryptoKeyPair
  /** The station that this browser is, once it is one. */
  sn?: string
}

interface StationDb extends DBSchema {
  screen: { key: typeof ONLY; value: Kept }
}

let opened: Promise<IDBPDatabase<StationDb>> | undefined

function db(): Promise<IDBPDatabase<StationDb>> {
  opened ??= openDB<StationDb>('sightline-station', 1, {
    upgrade: (made) => void made.createObjectStore('screen'),
  })
  return opened
}

/** What this browser is known by: a key that cannot be taken out of it, made the first time. All screens of the browser share it. */
export async function keptScreen(): Promise<Kept> {
  const kept = await (await db()).get('screen', ONLY)
  if (kept !== undefined) return kept
  const made = { keys: await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']) }
  await (await db()).put('screen', made, ONLY)
  return made
}

/** Whether this browser is a station. It is given no key for the question, and is none where it keeps nothing. */
export async function isPaired(): Promise<boolean> {
  try {
    return (await (await db()).get('screen', ONLY))?.sn !== undefined
  } catch {
    return false
  }
}

/** Remembers which station this browser is; without one it is none any more. */
export async function keepStation(sn: string | undefined): Promise<void> {
  const { keys } = await keptScreen()
  await (await db()).put('screen', { keys, ...(sn !== undefined && { sn }) }, ONLY)
}

export async function publicKeyOf({ keys }: Kept): Promise<StationPublicKey> {
  return stationPublicKey.parse(await crypto.subtle.exportKey('jwk', keys.publicKey))
}

/** Signs what a token is given for; `atMs` by the service's clock. */
export async function signClaim({ keys }: Kept, claim: { sn: string; voId: StationOutput; atMs: number }) {
  const text = new TextEncoder().encode(stationClaim(claim))
  const signature = new Uint8Array(await crypto.subtle.sign(SIGNING, keys.privateKey, text))
  return {
    ...claim,
    signature: btoa(String.fromCharCode(...signature))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
  }
}
