import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** An addition to the catalogue: the organization's own scenes and the labels of the sites that the person sees, each by name, and how many of those sites have it. */
export const siteSceneList = defineCall({
  path: '/vms/site/scene/list',
  input: noInput,
  output: z.object({
    scenes: z.array(z.object({ sceneName: z.string(), sites: z.int() })),
    labels: z.array(z.object({ label: z.string(), sites: z.int() })),
  }),
  access: signedIn,
  offline: 'cache',
})
