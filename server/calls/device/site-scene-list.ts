import { siteSceneList as call } from '#contract/calls/device/site-scene-list.ts'
import { handler } from '../handler.ts'

export const siteSceneList = handler(call, (_input, { siteScenes }, caller) => siteScenes.list(caller))
