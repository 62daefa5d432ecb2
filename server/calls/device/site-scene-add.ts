import { siteSceneAdd as call } from '#contract/calls/device/site-scene-add.ts'
import { handler } from '../handler.ts'

export const siteSceneAdd = handler(call, async ({ sceneName }, { siteScenes }, { organizationId }) => {
  await siteScenes.add(organizationId, sceneName)
  return null
})
