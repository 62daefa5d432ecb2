/** Codes of a plugin reply. 200 is success; the others are the plugin's own. */
export const pluginCodes = {
  success: 200,
  /** Not readable as XML (then id "0"), or a field that does not parse. */
  badXml: 400,
  /** The service refused the ticket, or the address is not one of the plugin's origins. */
  refused: 403,
  unknownCommand: 404,
  /** `connectToServer` first: never connected, or the connection was lost. */
  notConnected: 409,
  /** The window shows nothing: `preview` first. */
  windowUnknown: 410,
  /** The person has no such download task. */
  taskUnknown: 411,
  /** The status of the download task does not allow it. */
  taskNotReady: 412,
  /** The plugin was not told of this device: `pushDevice` first. */
  deviceUnknown: 413,
  /** The end lies before the start. */
  timesWrong: 414,
  /** The window shows live video. */
  notPlayback: 415,
  /** A fault of the plugin itself. */
  internal: 500,
  /** A picture or a download could not be written into the plugin's folder. */
  writeDenied: 501,
  /** The picture or the download was written and is gone. */
  fileMissing: 502,
  /** There is no picture yet, or it could not be decoded. */
  pictureFailed: 503,
  serverUnreachable: 504,
  /** This machine has no file manager to show a folder with. */
  noFileManager: 505,
} as const
