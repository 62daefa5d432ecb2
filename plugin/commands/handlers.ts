import type { CommandName, commands } from '#contract/plugin/command-registry.ts'
import { bindChannelWin } from './bind-channel-win.ts'
import { cloudPlayback } from './cloud-playback.ts'
import { connectToServer } from './connect-to-server.ts'
import { createDownloadTask } from './create-download-task.ts'
import { downloadTaskControl } from './download-task-control.ts'
import { downloadTaskDelete } from './download-task-delete.ts'
import { downloadTaskOpenFolder } from './download-task-open-folder.ts'
import { editPtz } from './edit-ptz.ts'
import { formatDisk } from './format-disk.ts'
import { formatSdCard } from './format-sd-card.ts'
import { getDiskHealth } from './get-disk-health.ts'
import { getDownloadTasks } from './get-download-tasks.ts'
import { getOcxVersion } from './get-ocx-version.ts'
import { getPtz } from './get-ptz.ts'
import { getSdCardStatus } from './get-sd-card-status.ts'
import { getStorageInfo } from './get-storage-info.ts'
import type { Handler } from './handler.ts'
import { playback } from './playback.ts'
import { popDevice } from './pop-device.ts'
import { preview } from './preview.ts'
import { ptz } from './ptz.ts'
import { pushDevice } from './push-device.ts'
import { searchRecDate } from './search-rec-date.ts'
import { searchRecLog } from './search-rec-log.ts'
import { setPlayMode } from './set-play-mode.ts'
import { setPlaybackSpeed } from './set-playback-speed.ts'
import { setPluginSize } from './set-plugin-size.ts'
import { setVolume } from './set-volume.ts'
import { snap } from './snap.ts'
import { splitCtrl } from './split-ctrl.ts'
import { stop } from './stop.ts'
import { transportApi } from './transport-api.ts'
import { updateCloudToken } from './update-cloud-token.ts'

/** The handler of every command; one that is missing does not compile. */
export const handlers: { [Name in CommandName]: Handler<(typeof commands)[Name]> } = {
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
}
