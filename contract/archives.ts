import * as z from 'zod/mini'
import { allowedInNames, name, says } from './rules.ts'

/** What a person may do with the archives of the cameras that they may play back (rule 3.9). */
export const archiveRights = ['add', 'delete', 'share', 'download', 'query'] as const
export const archiveRight = z.enum(archiveRights)
export type ArchiveRight = z.output<typeof archiveRight>

const MINUTE_MS = 60_000

/** How long a share can last, in minutes: 30 min, 2 h, 10 h, 24 h, 7 days, for ever (rule 9.6). */
export const shareDurations = { minutes30: 30, hours2: 120, hours10: 600, hours24: 1_440, days7: 10_080, permanent: -1 } as const
export const shareDuration = z.enum(shareDurations)
export type ShareDuration = z.output<typeof shareDuration>

export const archiveLimits = {
  pageSize: 20,
  /** The longest clip (rule 5.7). */
  durationMs: 60 * MINUTE_MS,
  titleLength: 64,
  messageLength: 500,
  caseNumberLength: 64,
  /** Of one archive. */
  tags: 10,
  tagLength: 32,
  notesLength: 2_000,
  recipients: 10,
  /** Of a share. */
  sharePassword: { least: 4, most: 64 },
  mostViews: 1_000,
  /** Archives that one share passes on. */
  sharedTogether: 20,
  /** Links of one archive that can be opened; more fails with too-many-shares. */
  openShares: 200,
  /** Of each link it is told who opened it: so many times, the newest, and for so long. */
  openings: 50,
  openingsKeptDays: 90,
  /** Whoever has opened a link goes on watching for so long, without it being counted again; of the last `mostViews` who have. */
  openingMs: 24 * 60 * MINUTE_MS,
  /** Of all links of an organization, revoked at once. */
  revokedAtOnce: 100,
  /** Of one file. What is recorded beyond it becomes the next archive, as where a camera's pictures become others. */
  fileBytes: 2 * 1024 ** 3,
  /** No camera films more in a minute, on the average of a clip; what does fails with recording-not-delivered. */
  minuteBytes: 512 * 1024 ** 2,
  /** Archives of one organization that are not made yet; more fails with too-many-archives-waiting. */
  unfinished: 50,
  /** A download must begin so soon. */
  downloadTokenMs: 60_000,
  /** Downloads of one person, or by one share, within a day; more fails with download-limit. */
  downloadsPerDay: 100,
} as const

/** What people write about an archive, beside its title. `tags`: each once, whatever its case. */
export const archiveFacts = {
  caseNumber: z.string().check(z.trim(), z.maxLength(archiveLimits.caseNumberLength, says('too-long')), allowedInNames),
  tags: z.array(name(archiveLimits.tagLength)).check(
    z.maxLength(archiveLimits.tags, says('too-long')),
    z.refine((tags: string[]) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, says('name-taken')),
  ),
  notes: z.string().check(z.trim(), z.maxLength(archiveLimits.notesLength, says('too-long'))),
}

/**
 * Where a download begins, once: a GET with its token in the header, as for calls, or a POST with the token in its form. A link to it has the token in its
 * query, and whoever follows the link takes it out (`askedByLink`, `saveByLink`): proxies write addresses down. Plugins of before do not.
 */
export const ARCHIVE_DOWNLOAD_PATH = '/archive-download'

/** `form=…` beside the token: the file with its proof and the page that checks it, as one zip file. */
export const BUNDLE_FORM = 'bundle'

/** A field of the form: a refusal is answered as one of a call is, in plain text, for a page to hear. Without it nothing is, lest words take the place of the page. */
export const HEARD_FIELD = 'heard'

/** What one zip file holds at most, with its proofs; more fails with bundle-too-large. */
export const MOST_BUNDLE_BYTES = 2 ** 32 - 1

/** A file is checked in pieces of so many bytes while it is downloaded, the last of which may be smaller. */
export const DOWNLOAD_PIECE_BYTES = 4 * 1024 ** 2

/**
 * The hash of a piece is the SHA-256 of those of its blocks of so many bytes, one behind the other: what a browser hashes in one go it copies, and of more than
 * this much that takes five times as long.
 */
export const DOWNLOAD_BLOCK_BYTES = 512 * 1024

/** Identifier of a share, as it stands in the address of its page: which one, and a secret. */
export const shareId = z.string().check(z.regex(/^[0-9a-f]{32}[A-Za-z0-9_-]{43}$/))

/** One of the archives that a share passes on, by its place among them. */
export const sharedClip = z.int().check(z.minimum(0), z.maximum(archiveLimits.sharedTogether - 1))

/** What somebody types who opens a share that asks for it. */
export const sharePassword = z
  .string()
  .check(z.minLength(archiveLimits.sharePassword.least, says('required')), z.maxLength(archiveLimits.sharePassword.most, says('too-long')))

/** What devices name among the functions of a channel whose past they can send. */
export const RECORDINGS_FUNCTION = 'recordings'

/** How the file of a part of a recording is written. What AVI cannot hold (more than 2 GB, other codecs) becomes MP4. */
export const partFormat = z.enum(['avi', 'mp4'])
export type PartFormat = z.output<typeof partFormat>

/** Parts of recordings, which are made into files to be downloaded and kept for a while only. */
export const partLimits = {
  /** The longest (rule 5.7). */
  durationMs: 60 * MINUTE_MS,
  /** Kept for so long after it was asked for. */
  keptMs: 24 * 60 * MINUTE_MS,
  /** Of one person, not made yet; more fails with too-many-archives-waiting. */
  unfinished: 10,
  /** Asked for by one person within a day; more fails with download-limit. */
  perDay: 100,
  /** Of one organization, all parts together; more fails with archive-space-low. */
  spaceBytes: 20 * 1024 ** 3,
} as const
