import { maintenanceLatest as call } from '#contract/calls/log/maintenance-latest.ts'
import { handler } from '../handler.ts'
import { readNotice } from '../../runtime/maintenance-notice.ts'

export const maintenanceLatest = handler(call, async (_input, context) => ({ notice: await readNotice(context) }))
