import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { sharedClip, shareId, sharePassword } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'

/**
 * A shared archive, for everybody who has the share's identifier: nothing else is told of the organization. Fails with share-missing,
 * share-expired (its time is over), share-revoked (revoked, or ended with the person who shared), share-suspended (that person is frozen, or may not share it any more), share-password-needed,
 * share-password-wrong, too-frequent (too many wrong ones), and share-used-up (opened as often as it may be), and share-unready (its clip is still being made). What is counted is how often its file is asked for.
 */
export const archivesShareGet = defineCall({
  path: '/vms/archives/share/get',
  input: z.object({ shareId, password: z.optional(sharePassword) }),
  output: z.object({
    /** Of the first clip, as all up to its size. */
    title: z.string(),
    cameraName: z.string(),
    startMs: z.number(),
    endMs: z.number(),
    durationMs: z.number(),
    sizeBytes: z.int(),
    /** All that it passes on, each as it is; a clip that is gone is not among them. */
    clips: z.array(
      z.object({
        clip: sharedClip,
        title: z.string(),
        cameraName: z.string(),
        startMs: z.number(),
        endMs: z.number(),
        durationMs: z.number(),
        sizeBytes: z.int(),
      }),
    ),
    /** Name of the organization. */
    sharedBy: z.string(),
    message: z.string(),
    expiresAtMs: z.nullable(z.number()),
    nowMs: z.number(),
  }),
  access: open,
  offline: 'none',
  sentOnce: true,
  rate: { calls: 120, perMs: 60_000 },
})
