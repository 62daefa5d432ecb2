import type { downloadTaskOpenFolder as command } from '#contract/plugin/commands/download-task-open-folder.ts'
import type { Handler } from './handler.ts'

export const downloadTaskOpenFolder: Handler<typeof command> = async ({ session, downloads }, { owner, taskId }) => {
  await downloads.openFolder(session.requireOwner(owner), taskId)
  return {}
}
