import * as z from 'zod/mini'

/** Kinds of computers that the helper, which installs the local plugin, comes for (rule 2.6). */
export const helperKind = z.enum(['mac', 'other'])
export type HelperKind = z.output<typeof helperKind>

/** Below it on the service's address lie the helpers, as static files. */
export const HELPER_PATH = '/user/helper'
export const helperFiles: Record<HelperKind, string> = { mac: 'sightline-helper.pkg', other: 'sightline-helper.exe' }

/** A helper that can be downloaded now. */
export const helper = z.object({ kind: helperKind, bytes: z.int().check(z.minimum(0)) })
export type Helper = z.output<typeof helper>
