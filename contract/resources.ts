import * as z from 'zod/mini'

/** What an organization has that its people look at in several places at once, and that changes by calls and by the clock. */
export const resource = z.enum([
  'organization',
  'people',
  'installer',
  'purchases',
  'archives',
  'plates',
  'contacts',
  'alarm-rules',
  'layouts',
  'maps',
  'tours',
  'health',
  'many-changes',
  'stations',
])
export type Resource = z.output<typeof resource>

/** Resources that are shown to administrators alone. */
export const resourcesOfAdministrators: ReadonlySet<Resource> = new Set(['people', 'installer', 'purchases', 'stations'])
