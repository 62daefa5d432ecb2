import { maintenanceLatest as call } from '#contract/calls/log/maintenance-latest.ts'
import { handler } from '../../handler.ts'
import { readNotice } from '../../log/maintenance-notice.ts'

export const maintenanceLatest = handler(call, async (_input, context, { userId }) => {
  const notice = await readNotice(context)
  if (notice === undefined || notice.endsAtMs <= context.now()) return { notice: null }
  const users = context.db.selectFrom('user').where('id', '=', userId)
  const { language } = await users.select('language').executeTakeFirstOrThrow()
  return { notice: { startsAtMs: notice.startsAtMs, endsAtMs: notice.endsAtMs, text: notice.text[language] } }
})
