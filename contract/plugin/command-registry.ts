import { connectToServer } from './commands/connect-to-server.ts'
import { getOcxVersion } from './commands/get-ocx-version.ts'
import { preview } from './commands/preview.ts'
import { setPluginSize } from './commands/set-plugin-size.ts'
import { snap } from './commands/snap.ts'
import { stop } from './commands/stop.ts'

/** Every plugin command there is, by its name on the wire. */
export const commands = {
  connectToServer,
  getOCXVersion: getOcxVersion,
  preview,
  stop,
  SetPluginSize: setPluginSize,
  snap,
} as const

export type CommandName = keyof typeof commands

/** Codes of a plugin reply. 200 is success; the others are the plugin's own. */
export const pluginCodes = {
  success: 200,
  badXml: 400,
  refused: 403,
  unknownCommand: 404,
  notConnected: 409,
  writeDenied: 501,
  fileMissing: 502,
  pictureFailed: 503,
  serverUnreachable: 504,
} as const
