import * as z from 'zod/mini'

/** Pictures of the branding beside the logo, which has a call of its own. */
export const brandingPictureKind = z.enum(['background', 'favicon'])
