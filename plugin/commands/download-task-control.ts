import type { downloadTaskControl as command } from '#contract/plugin/commands/download-task-control.ts'
import type { Handler } from './handler.ts'

export const downloadTaskControl: Handler<typeof command> = async ({ session, downloads }, { owner, taskId, status }) => {
  await downloads.control(session.requireOwner(owner), taskId, status)
  return {}
}
