import * as z from 'zod/mini'

/** How a window plays (rule 4.13): every picture, which is the default, or key frames alone, for a machine that cannot follow. */
export const playMode = z.enum(['videoPlay', 'keyFramePlay'])
export type PlayMode = z.output<typeof playMode>

/** Loudness of a window that nobody has set, percent. */
export const DEFAULT_VOLUME = 50
