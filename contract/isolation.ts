/**
 * The page of one screen of a viewing station, below the base path. With the page around it (`src/kiosk-shell.ts`) it is isolated from all other origins: browsers
 * tell only such pages what they and their workers take of memory, and collect for it what was thrown away (`src/data/station/page-memory.ts`).
 */
export const SCREEN_PAGE = 'kiosk-screen'

/**
 * The header that, with the opener policy of all pages, isolates one. What stands in a frame of it, and a worker of it, is not loaded without the same: the page around
 * a screen stays for months, so that no release may send its screens without it again.
 */
export const isolation = { 'cross-origin-embedder-policy': 'require-corp' } as const
