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

/** In a file of its own: pages need the codes, and none of the commands' schemas. */
export { pluginCodes } from './plugin-codes.ts'

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
