import type { createDownloadTask as command } from '#contract/plugin/commands/create-download-task.ts'
import type { Handler } from './handler.ts'

export const createDownloadTask: Handler<typeof command> = async ({ session, downloads }, wish) => ({
  result: await downloads.create(session.requireOwner(wish.owner), wish),
})
