import type { downloadTaskDelete as command } from '#contract/plugin/commands/download-task-delete.ts'
import type { Handler } from './handler.ts'

export const downloadTaskDelete: Handler<typeof command> = async ({ session, downloads }, { owner, taskId }) => {
  await downloads.delete(session.requireOwner(owner), taskId)
  return {}
}
