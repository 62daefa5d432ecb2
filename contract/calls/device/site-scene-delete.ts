import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { customSceneName } from '../../site-scenes.ts'

/** An addition to the catalogue: forgets a scene that no site has. Fails with scene-missing, scene-in-use. */
export const siteSceneDelete = defineCall({
  path: '/vms/site/scene/delete',
  input: z.object({ sceneName: customSceneName }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
})
