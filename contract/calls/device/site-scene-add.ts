import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { customSceneName } from '../../site-scenes.ts'

/** An addition to the catalogue: keeps a scene of the organization's own. Fails with scene-name-taken, too-many-scenes. */
export const siteSceneAdd = defineCall({
  path: '/vms/site/scene/add',
  input: z.object({ sceneName: customSceneName }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
})
