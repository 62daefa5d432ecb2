import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { stationPairingBegin } from '#contract/calls/station/station-pairing-begin.ts'
import type { OutputOf } from '#contract/define-call.ts'
import {
  stationClaim,
  stationProofText,
  stationPublicKey,
  type StationOutput,
  type StationProof,
  type StationPublicKey,
  type StationUse,
} from '#contract/station.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
const ONLY = 'screen'

/** A code that this browser offers itself by, and what it asks with whether somebody has typed it. */
export type Waiting = Pick<OutputOf<typeof stationPairingBegin>, 'pairingId' | 'secret' | 'pairingCode'>

export interface Kept {
  keys: CryptoKeyPair
  /** The station that this browser is, once it is one. */
  sn?: string
  /** Until it is one: the next page goes on with the code, which somebody may be typing. */
  waiting?: Waiting
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
  // The other window of this browser may have made one meanwhile.
  const change = (await db()).transaction('screen', 'readwrite')
  const others = await change.store.get(ONLY)
  if (others === undefined) await change.store.put(made, ONLY)
  await change.done
  return others ?? made
}

/** Whether this browser is a station. It is given no key for the question, and is none where it keeps nothing. */
export async function isPaired(): Promise<boolean> {
  try {
    return (await (await db()).get('screen', ONLY))?.sn !== undefined
  } catch {
    return false
  }
}

/** Remembers which station this browser is. */
export async function keepStation(sn: string): Promise<void> {
  const { keys } = await keptScreen()
  await (await db()).put('screen', { keys, sn }, ONLY)
}

/** Remembers by which code this browser offers itself. Answers with the one of its other window, where that was sooner: they are the same machine. */
export async function keepWaiting({ pairingId, secret, pairingCode }: Waiting): Promise<Waiting> {
  const { keys } = await keptScreen()
  const change = (await db()).transaction('screen', 'readwrite')
  const others = await change.store.get(ONLY)
  const waiting = others?.waiting ?? { pairingId, secret, pairingCode }
  if (others?.sn === undefined) await change.store.put({ keys, waiting }, ONLY)
  await change.done
  return waiting
}

/** This code is none any more. */
export async function forgetWaiting({ pairingId }: Waiting): Promise<void> {
  const change = (await db()).transaction('screen', 'readwrite')
  const kept = await change.store.get(ONLY)
  if (kept?.waiting?.pairingId === pairingId) await change.store.put({ keys: kept.keys }, ONLY)
  await change.done
}

/** This browser is that station no more. By its other window it may be another one by now: that is kept. */
export async function forgetStation(sn: string): Promise<void> {
  const change = (await db()).transaction('screen', 'readwrite')
  const kept = await change.store.get(ONLY)
  if (kept?.sn === sn) await change.store.put({ keys: kept.keys }, ONLY)
  await change.done
}

export async function publicKeyOf({ keys }: Kept): Promise<StationPublicKey> {
  return stationPublicKey.parse(await crypto.subtle.exportKey('jwk', keys.publicKey))
}

/** Signs what a token is given for; `atMs` by the service's clock. */
export async function signClaim({ keys }: Kept, claim: { sn: string; voId: StationOutput; atMs: number }) {
  return { ...claim, signature: await signed(keys, stationClaim(claim)) }
}

/** Proves for one use of the token that this is the browser with the key; `atMs` by the service's clock. */
export async function signProof(
  { keys }: Kept,
  claim: { use: StationUse; sn: string; voId: StationOutput; atMs: number },
): Promise<StationProof> {
  const nonce = base64Url(crypto.getRandomValues(new Uint8Array(16)))
  return { atMs: claim.atMs, nonce, signature: await signed(keys, stationProofText({ ...claim, nonce })) }
}

async function signed({ privateKey }: CryptoKeyPair, text: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, new TextEncoder().encode(text))))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
