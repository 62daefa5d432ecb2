import { bindChannelWin } from './commands/bind-channel-win.ts'
import { cloudPlayback } from './commands/cloud-playback.ts'
import { connectToServer } from './commands/connect-to-server.ts'
import { createDownloadTask } from './commands/create-download-task.ts'
import { downloadTaskControl } from './commands/download-task-control.ts'
import { downloadTaskDelete } from './commands/download-task-delete.ts'
import { downloadTaskOpenFolder } from './commands/download-task-open-folder.ts'
import { editPtz } from './commands/edit-ptz.ts'
import { formatDisk } from './commands/format-disk.ts'
import { formatSdCard } from './commands/format-sd-card.ts'
import { getDiskHealth } from './commands/get-disk-health.ts'
import { getDownloadTasks } from './commands/get-download-tasks.ts'
import { getOcxVersion } from './commands/get-ocx-version.ts'
import { getPtz } from './commands/get-ptz.ts'
import { getSdCardStatus } from './commands/get-sd-card-status.ts'
import { getStorageInfo } from './commands/get-storage-info.ts'
import { playback } from './commands/playback.ts'
import { popDevice } from './commands/pop-device.ts'
import { preview } from './commands/preview.ts'
import { ptz } from './commands/ptz.ts'
import { pushDevice } from './commands/push-device.ts'
import { searchRecDate } from './commands/search-rec-date.ts'
import { searchRecLog } from './commands/search-rec-log.ts'
import { setPlayMode } from './commands/set-play-mode.ts'
import { setPlaybackSpeed } from './commands/set-playback-speed.ts'
import { setPluginSize } from './commands/set-plugin-size.ts'
import { setVolume } from './commands/set-volume.ts'
import { snap } from './commands/snap.ts'
import { splitCtrl } from './commands/split-ctrl.ts'
import { stop } from './commands/stop.ts'
import { transportApi } from './commands/transport-api.ts'
import { updateCloudToken } from './commands/update-cloud-token.ts'

/** Every plugin command there is, by its name on the wire. */
export const commands = {
  connectToServer,
  getOCXVersion: getOcxVersion,
  preview,
  stop,
  SetPluginSize: setPluginSize,
  snap,
  CreateDownloadTask: createDownloadTask,
  getDownloadTasks,
  downloadTaskControl,
  downloadTaskDelete,
  downloadTaskOpenFolder,
  updateCloudToken,
  transportApi,
  getStorageInfo,
  getDiskHealth,
  formatDisk,
  getSdCardStatus,
  formatSdCard,
  ptz,
  getPtz,
  editPtz,
  bindChannelWin,
  popDevice,
  pushDevice,
  SetPlayMode: setPlayMode,
  SetVolume: setVolume,
  splitCtrl,
  cloudPlayback,
  playback,
  searchRECDate: searchRecDate,
  searchRECLog: searchRecLog,
  SetPlaybackSpeed: setPlaybackSpeed,
} as const

export type CommandName = keyof typeof commands

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
