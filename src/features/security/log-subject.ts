import * as z from 'zod/mini'

const about = z.object({ sn: z.optional(z.string()), command: z.optional(z.object({ name: z.string() })) })

/**
 * The device that an operation was about, by its serial number, and what it was told to do, as far as the detail of the operation says: JSON, which may have been cut
 * off.
 */
export function subjectOf(detail: string): { sn: string | undefined; command: string | undefined } {
  const { data } = about.safeParse(parsed(detail))
  return { sn: data?.sn, command: data?.command?.name }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
