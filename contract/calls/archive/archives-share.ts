import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { archiveLimits, shareDuration, shareId, sharePassword } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { email, identifier } from '../../rules.ts'

/** How archives are shared, whichever they are. */
export const archiveSharing = z.object({
  emails: z.array(email).check(z.maxLength(archiveLimits.recipients)),
  message: z.optional(z.string().check(z.maxLength(archiveLimits.messageLength))),
  durationMinutes: shareDuration,
  /** A moment of one's own, in the place of the duration. One that is over fails with parameter-error. */
  expiresAtMs: z.optional(z.int()),
  password: z.optional(sharePassword),
  /** How many times it may be opened or downloaded. */
  mostViews: z.optional(z.int().check(z.minimum(1), z.maximum(archiveLimits.mostViews))),
})

/**
 * Shares an archive, which can be opened as soon as it is made: everybody with a link sees it, without signing in. Each recipient gets a link of their
 * own by mail, which is revoked and counted by itself; without recipients there is one link. They are answered here once; the service keeps no copy
 * of them. Fails with archive-missing, no-permission (no right to share), wrong-state (it is not being made any more), redaction-missing and
 * too-many-shares, and daily-shares-spent. With `moreArchiveIds` a link passes on all of them, each of which the person has to be allowed to share, as they are.
 */
export const archivesShare = defineCall({
  path: '/vms/archives/share',
  input: z
    .extend(archiveSharing, {
      archiveId: identifier,
      moreArchiveIds: z.optional(
        z.array(identifier).check(
          z.maxLength(archiveLimits.sharedTogether - 1),
          z.refine((ids: string[]) => new Set(ids).size === ids.length),
        ),
      ),
      /** Of the redacted file, in the place of the untouched one. */
      redactionId: z.optional(identifier),
    })
    .check(
      z.refine(({ archiveId, moreArchiveIds = [] }) => !moreArchiveIds.includes(archiveId), { path: ['moreArchiveIds'] }),
      // A redacted file is of one archive.
      z.refine(({ redactionId, moreArchiveIds = [] }) => redactionId === undefined || moreArchiveIds.length === 0, {
        path: ['redactionId'],
      }),
    ),
  output: z.object({
    /** The first link. */
    shareId,
    url: z.string(),
    expiresAtMs: z.nullable(z.number()),
    /** All of them; `email`: whose it is, null: for whoever is given it. */
    links: z.array(z.object({ email: z.nullable(z.string()), shareId, url: z.string() })),
  }),
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
  rate: { calls: 30, perMs: 60_000 },
})
