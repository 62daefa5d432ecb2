/**
 * With this header the page of a screen has a process of its own within its frame: when it crashes, hangs or runs out of memory, the shell around it lives on.
 * It also isolates the page from other origins, but what lacks the header is loaded by it and around it all the same. Browsers that do not know it (Chromium
 * does from 137 on) keep both pages in one process.
 */
export const ownProcess = ['document-isolation-policy', 'isolate-and-credentialless'] as const

/**
 * In the query of that page: it is to be in the process of the shell. All pages with the header share one, and Chromium ends one that hangs only some ten seconds
 * after its last page, or later where its workers are used by others.
 */
export const WITH_SHELL = 'with-shell'

/** The addresses, with their queries, that have the header. */
export const ownProcessPage = /^\/user\/kiosk-screen(?!.*[?&]with-shell)(\?|$)/
