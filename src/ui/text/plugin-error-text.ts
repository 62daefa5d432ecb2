import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { pluginCodes } from '#contract/plugin/plugin-codes.ts'
import { errorText } from './error-text.ts'

type PluginCode = Exclude<(typeof pluginCodes)[keyof typeof pluginCodes], typeof pluginCodes.success>

/** What people read for each code of the plugin: its codes are its own, and mean something else than those of the service. */
const pluginTexts: Record<PluginCode, MessageDescriptor> = {
  [pluginCodes.badXml]: msg`The video plugin did not understand. Install its newest version.`,
  [pluginCodes.refused]: msg`The video plugin does not accept this address. Open the service under the address that it was set up for.`,
  [pluginCodes.unknownCommand]: msg`The video plugin cannot do this. Install its newest version.`,
  [pluginCodes.notConnected]: msg`The video plugin has lost the connection to the service. Try again in a moment.`,
  [pluginCodes.windowUnknown]: msg`This window shows nothing. Start its video first.`,
  [pluginCodes.taskUnknown]: msg`This download is not in the list any more.`,
  [pluginCodes.taskNotReady]: msg`This download has changed meanwhile. Look at the list again.`,
  [pluginCodes.deviceUnknown]: msg`The video plugin does not know this device yet. Open its video again.`,
  [pluginCodes.timesWrong]: msg`The start must lie before the end.`,
  [pluginCodes.notPlayback]: msg`This window shows live video, which has no speed.`,
  [pluginCodes.internal]: msg`The video plugin has a problem. Start it again.`,
  [pluginCodes.writeDenied]: msg`The video plugin may not write into its folder. Change the folder's permissions, or free some space.`,
  [pluginCodes.fileMissing]: msg`The file is not there any more. It was moved or deleted.`,
  [pluginCodes.pictureFailed]: msg`The picture could not be opened. Wait until the window shows video, then try again.`,
  [pluginCodes.serverUnreachable]: msg`The video plugin cannot reach the service. Check the network.`,
  [pluginCodes.noFileManager]: msg`This machine has no file manager that could show the folder.`,
}

/** The sentence for a plugin command that failed; faults of the transport have the sentences of calls. */
export function pluginErrorText(error: { code: number; message?: string }): string {
  const known: Partial<Record<number, MessageDescriptor>> = pluginTexts
  const text = known[error.code]
  return text === undefined ? errorText(error) : i18n._(text)
}
