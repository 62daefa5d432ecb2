/**
 * With this header the page of a screen has a process of its own within its frame: when it crashes, hangs or runs out of memory, the shell around it lives on.
 * It also isolates the page from other origins, but what lacks the header is loaded by it and around it all the same. Browsers that do not know it (Chromium
 * does from 137 on) keep both pages in one process.
 */
export const ownProcess = ['document-isolation-policy', 'isolate-and-credentialless'] as const

/**
 * The addresses, with their queries, that have the header. All pages with it share one process, which Chromium ends with its last page, also where it hangs; in
 * a browser that is started as stations do (docs/kiosk.md) each has its own.
 */
export const ownProcessPage = /^\/user\/kiosk-screen(\?|$)/
