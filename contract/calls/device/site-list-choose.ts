import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { mapPosition } from '../../site-scenes.ts'

export const site = z.object({
  siteId: z.string(),
  siteName: z.string(),
  scene: z.string(),
  city: z.string(),
  address: z.string(),
  timeZone: z.string(),
  /** Name of a custom scene. */
  customScene: z.optional(z.string()),
  contact: z.optional(z.string()),
  phone: z.optional(z.string()),
  position: z.optional(z.nullable(mapPosition)),
  labels: z.optional(z.array(z.string())),
  deviceTotal: z.int(),
  deviceOnline: z.int(),
  cameraTotal: z.int(),
  cameraOnline: z.int(),
})
export type Site = z.output<typeof site>

/** The sites that the signed-in person may see. */
export const siteListChoose = defineCall({
  path: '/vms/site/list/choose',
  input: noInput,
  output: z.object({ sites: z.array(site) }),
  access: signedIn,
  offline: 'cache',
})
