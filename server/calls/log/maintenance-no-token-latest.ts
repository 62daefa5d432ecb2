import { maintenanceNoTokenLatest as call } from '#contract/calls/log/maintenance-no-token-latest.ts'
import { handler } from '../handler.ts'
import { readNotice } from '../../runtime/maintenance-notice.ts'

export const maintenanceNoTokenLatest = handler(call, async (_input, context) => ({ notice: await readNotice(context) }))
