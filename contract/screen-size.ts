import * as z from 'zod/mini'

/** A screen's size, `1920x1080`. */
export const screenSize = z.string().check(z.regex(/^[1-9]\d{2,4}x[1-9]\d{2,4}$/))
