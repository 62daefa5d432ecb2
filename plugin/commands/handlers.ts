import type { CommandName, commands } from '#contract/plugin/command-registry.ts'
import { connectToServer } from './connect-to-server.ts'
import { createDownloadTask } from './create-download-task.ts'
import { downloadTaskControl } from './download-task-control.ts'
import { downloadTaskDelete } from './download-task-delete.ts'
import { downloadTaskOpenFolder } from './download-task-open-folder.ts'
import { getDownloadTasks } from './get-download-tasks.ts'
import { getOcxVersion } from './get-ocx-version.ts'
import type { Handler } from './handler.ts'
import { preview } from './preview.ts'
import { setPluginSize } from './set-plugin-size.ts'
import { snap } from './snap.ts'
import { stop } from './stop.ts'
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
}
