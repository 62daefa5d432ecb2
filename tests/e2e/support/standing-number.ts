import { expect } from './expect.ts'

/** So many looks in a row at which it has not changed. */
const TIMES = 4

/** The number of the picture that stays on the screen, as `read` reads it again and again; one that does not fit, as where it may still change, is waited past. */
export async function standingNumber(
  read: () => Promise<number | undefined>,
  { fits = () => true, everyMs = 50 }: { fits?: (number: number) => boolean; everyMs?: number } = {},
): Promise<number> {
  let before: number | undefined
  let times = 0
  await expect
    .poll(
      async () => {
        const last = before
        before = await read()
        times = before !== undefined && before === last && fits(before) ? times + 1 : 0
        return times
      },
      { intervals: [everyMs] },
    )
    .toBeGreaterThanOrEqual(TIMES)
  return before ?? Number.NaN
}
