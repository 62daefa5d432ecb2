import * as z from 'zod/mini'
import { name, phone, says } from '../../rules.ts'
import { customSceneName, mapPosition, siteLabels, siteScene } from '../../site-scenes.ts'

/** How many characters each field of a site takes. */
export const siteLengths = { siteName: 64, customScene: 32, city: 64, address: 128, contact: 64 } as const

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u))

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What the specification calls a time zone that nobody knows (rule 8.5). */
const invalidTimeZone = 'Invalid timezone string'

/** A site as a person writes it (rule 3.1). `timeZone` as the time zone database has it; `customScene` names a custom scene; labels that are not named stay. */
export const siteInput = z
  .object({
    siteName: name(siteLengths.siteName),
    scene: siteScene,
    customScene: z.optional(customSceneName),
    city: line(siteLengths.city),
    address: line(siteLengths.address),
    contact: line(siteLengths.contact).check(z.minLength(1, says('required'))),
    phone,
    timeZone: z.string().check(z.minLength(1), z.maxLength(64), z.refine(isTimeZone, { error: invalidTimeZone })),
    position: z.optional(z.nullable(mapPosition)),
    labels: z.optional(siteLabels),
  })
  .check(
    z.refine(({ scene, customScene }) => (scene === 'custom') === (customScene !== undefined), {
      error: 'custom-scene',
      path: ['customScene'],
    }),
  )
export type SiteInput = z.output<typeof siteInput>
