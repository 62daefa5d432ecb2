import { followPutAway, useIsPutAway } from './put-away.ts'

/** What browsers of the specification's table differ in. What the app cannot do without at all, public/unsupported.js looks at. */
const looks = {
  'shared-worker': { isFelt: true, isThere: () => 'SharedWorker' in globalThis },
  'service-worker': { isFelt: true, isThere: () => 'serviceWorker' in navigator },
  'video-decoder': { isFelt: true, isThere: () => 'VideoDecoder' in globalThis },
  'offscreen-canvas': { isFelt: false, isThere: () => 'transferControlToOffscreen' in HTMLCanvasElement.prototype },
  'track-generator': { isFelt: false, isThere: () => 'MediaStreamTrackGenerator' in globalThis },
  'media-source': { isFelt: false, isThere: () => 'MediaSource' in globalThis },
  'frame-callback': { isFelt: false, isThere: () => 'requestVideoFrameCallback' in HTMLVideoElement.prototype },
  persistence: { isFelt: false, isThere: () => typeof navigator.storage?.persist === 'function' },
  'wake-lock': { isFelt: false, isThere: () => 'wakeLock' in navigator },
  badge: { isFelt: false, isThere: () => 'setAppBadge' in navigator },
} as const satisfies Record<string, { isFelt: boolean; isThere: () => boolean }>
export type CapabilityName = keyof typeof looks

/** What browsers themselves call these; no language translates it. */
export const capabilityWords: Record<CapabilityName, string> = {
  'shared-worker': 'SharedWorker',
  'service-worker': 'Service Worker',
  'video-decoder': 'WebCodecs',
  'offscreen-canvas': 'OffscreenCanvas',
  'track-generator': 'MediaStreamTrackGenerator',
  'media-source': 'Media Source Extensions',
  'frame-callback': 'requestVideoFrameCallback',
  persistence: 'Persistent storage',
  'wake-lock': 'Screen Wake Lock',
  badge: 'Badging',
}

/** Whether somebody at work would notice that it is missing: of those a person is told once. */
export interface Capability {
  name: CapabilityName
  isThere: boolean
  isFelt: boolean
}

const names = Object.keys(looks) as CapabilityName[]

/** What this browser has and lacks. */
export function lookAtCapabilities(): Capability[] {
  return names.map((name) => ({ name, isThere: looks[name].isThere(), isFelt: isFelt(name) }))
}

/** Without a decoder and without Media Source Extensions there is no video at all. */
function isFelt(name: CapabilityName): boolean {
  return looks[name].isFelt || (name === 'media-source' && !looks['video-decoder'].isThere())
}

const told = followPutAway('sightline.told-missing')

function missingNow(): CapabilityName[] {
  return lookAtCapabilities().flatMap(({ name, isThere, isFelt: felt }) => (felt && !isThere ? [name] : []))
}

/** What is missing and was not told on this machine yet. */
export function useUntoldMissing(): CapabilityName[] {
  const missing = missingNow()
  return useIsPutAway(told, missing.length > 0 ? missing.join() : undefined) ? [] : missing
}

/** The person has read it: it is not told again unless something else is missing. */
export function noteMissingTold(): void {
  void told.putAway(missingNow().join())
}
