/** Whether this is `npm run test:deep`, which takes its time: all of what `npm test` has a short form of. */
export const isDeep = process.env['DEEP'] === '1'

/** How much of something a test does: the long form in `npm run test:deep`, the short one in `npm test`. */
export function deep<T>(long: T, short: T): T {
  return isDeep ? long : short
}
