import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { updateCloudToken as command } from '#contract/plugin/commands/update-cloud-token.ts'
import { cloudFiles } from '../playback/cloud-recording.ts'
import { PlaybackWindow } from '../playback/playback-window.ts'
import { PluginFault } from '../plugin-fault.ts'
import type { Handler } from './handler.ts'

export const updateCloudToken: Handler<typeof command> = async ({ session, downloads }, request) => {
  if ('taskId' in request) {
    const { owner, taskId, ...link } = request
    await downloads.renew(session.requireOwner(owner), taskId, link)
    return {}
  }
  const window = session.window(request.tabId, request.winIndex)
  if (!(window instanceof PlaybackWindow)) throw new PluginFault(pluginCodes.notPlayback, 'The window shows live video.')
  window.renew(cloudFiles(session.requireOrigin(), request.items))
  return {}
}
