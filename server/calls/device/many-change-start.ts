import { manyChangeStart as call } from '#contract/calls/device/many-change-start.ts'
import { requireNoNewRecipients } from '../../people/team.ts'
import { handler } from '../handler.ts'

export const manyChangeStart = handler(call, async ({ sns, change }, { deviceNotices, manyChanges }, caller) => {
  if (change.kind === 'notify')
    for (const sn of sns) {
      const before = await deviceNotices.find(caller.organizationId, sn)
      requireNoNewRecipients(caller, change.emails, before?.emails)
    }
  return { jobId: await manyChanges.start(caller, sns, change) }
})
