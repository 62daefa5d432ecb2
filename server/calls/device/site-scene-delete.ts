import { siteSceneDelete as call } from '#contract/calls/device/site-scene-delete.ts'
import { handler } from '../handler.ts'

export const siteSceneDelete = handler(call, async ({ sceneName }, { siteScenes }, { organizationId }) => {
  await siteScenes.remove(organizationId, sceneName)
  return null
})
