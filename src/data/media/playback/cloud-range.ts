import { limits } from '#contract/limits.ts'

/** Where this browser keeps how much of the cloud is asked for at once, in seconds. */
export const CLOUD_RANGE = 'sightline.cloudRange'

/** How much of what the cloud keeps of a camera is asked for at once, ms: as this browser keeps it, else 300 s (rule 9.13). */
export function cloudRangeMs(kept: string | null): number {
  const ms = Number(kept) * 1000
  return Number.isInteger(ms) && ms > 0 && ms <= limits.searchRangeMs ? ms : limits.cloudRangeMs
}
