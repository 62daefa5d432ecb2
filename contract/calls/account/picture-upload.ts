import * as z from 'zod/mini'

/** More than any picture may have, so that one that is too large is told so (file-too-large) and not cut off. */
const MOST_BYTES = 8 * 1024 * 1024

export const pictureUpload = {
  input: z.object({ file: z.file().check(z.minSize(1), z.maxSize(MOST_BYTES)) }),
  upload: { maxBytes: MOST_BYTES },
} as const
