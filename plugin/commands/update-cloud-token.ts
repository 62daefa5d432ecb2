import type { updateCloudToken as command } from '#contract/plugin/commands/update-cloud-token.ts'
import type { Handler } from './handler.ts'

export const updateCloudToken: Handler<typeof command> = async ({ session, downloads }, { owner, taskId, ...link }) => {
  await downloads.renew({ origin: session.requireOrigin(), owner }, taskId, link)
  return {}
}
