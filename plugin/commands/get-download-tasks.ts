import type { getDownloadTasks as command } from '#contract/plugin/commands/get-download-tasks.ts'
import type { Handler } from './handler.ts'

export const getDownloadTasks: Handler<typeof command> = ({ session, downloads }, { owner }) => ({
  tasks: downloads.list(session.requireOwner(owner)),
})
