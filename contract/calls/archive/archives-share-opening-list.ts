import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/** What somebody did with a share: looked at its page, played its clip there, or downloaded it. */
const openingKinds = ['opened', 'played', 'downloaded'] as const
export type OpeningKind = (typeof openingKinds)[number]

/**
 * An addition to the catalogue: who opened a share of an archive, the newest first; no more and no longer than `archiveLimits` says. Fails with
 * archive-missing, no-permission (no right to share) and share-missing.
 */
export const archivesShareOpeningList = defineCall({
  path: '/vms/archives/share/opening/list',
  input: z.object({ archiveId: identifier, handle: identifier }),
  output: z.object({
    openings: z.array(
      z.object({
        atMs: z.number(),
        kind: z.enum(openingKinds),
        /** Its name and system, as it says itself. */
        browser: z.string(),
        /** The network that the browser was in, as an address without its end: `203.0.113.0/24`, `2001:db8:1::/48`. */
        place: z.string(),
      }),
    ),
  }),
  access: holdersOf('playback'),
  offline: 'none',
})
