import { queryOptions } from '@tanstack/react-query'
import type { StorageKind, StorageUse } from '#contract/core-api.ts'
import { askCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { fetchAppAnew, SHELL_CACHE } from './service-worker.ts'

/** Cache of the service worker that holds the customer's pictures (sw/pictures.ts). */
const BRANDING_CACHE = 'branding'

/** Beside what the core keeps, the service worker keeps the app itself and the customer's pictures. */
export type KeptKind = StorageKind | 'app' | 'branding'
interface Kept {
  kind: KeptKind
  count: number
  bytes: number
}

export interface StorageOverview {
  kept: Kept[]
  /** What the browser counts for this address, and what it would allow; undefined where it does not tell. */
  usedBytes: number | undefined
  quotaBytes: number | undefined
  /** Whether the browser has promised not to clear it for want of space; undefined where it promises nothing. */
  isPersistent: boolean | undefined
}

/** Looked at anew each time the page opens. */
export const storageQuery = queryOptions({ queryKey: ['storage'], queryFn: look, staleTime: 0, gcTime: 0 })

async function look(): Promise<StorageOverview> {
  const [uses, app, branding, estimate, isPersistent] = await Promise.all([
    askCore('storageUses'),
    measureCaches((name) => name.startsWith(SHELL_CACHE)),
    measureCaches((name) => name === BRANDING_CACHE),
    navigator.storage?.estimate?.(),
    navigator.storage?.persisted?.(),
  ])
  const kept: Kept[] = [...(uses satisfies StorageUse[]), { kind: 'branding', ...branding }, { kind: 'app', ...app }]
  return { kept, usedBytes: estimate?.usage, quotaBytes: estimate?.quota, isPersistent }
}

async function measureCaches(isMeant: (name: string) => boolean): Promise<{ count: number; bytes: number }> {
  let [count, bytes] = [0, 0]
  if (!('caches' in globalThis)) return { count, bytes }
  for (const name of (await caches.keys()).filter(isMeant)) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      bytes += (await (await cache.match(request))?.blob())?.size ?? 0
      count += 1
    }
  }
  return { count, bytes }
}

/** Forgets all of one kind; the app itself is fetched anew. `unreachable`: only with the service, and nothing was changed. */
export async function clearKept(kind: KeptKind): Promise<'done' | 'unreachable'> {
  const outcome = kind === 'app' ? await fetchAppAnew() : await forget(kind)
  // Screens show changes that were not sent as if they were done.
  await queryClient.invalidateQueries(kind === 'unsent' ? {} : { queryKey: ['storage'] })
  return outcome
}

async function forget(kind: Exclude<KeptKind, 'app'>): Promise<'done'> {
  await (kind === 'branding' ? caches.delete(BRANDING_CACHE) : askCore('clearStorage', kind))
  return 'done'
}

/** Asks the browser not to clear what is kept for want of space. Answers whether it promised so. */
export async function askToKeep(): Promise<boolean> {
  const isPersistent = await navigator.storage.persist()
  await queryClient.invalidateQueries({ queryKey: ['storage'] })
  return isPersistent
}
