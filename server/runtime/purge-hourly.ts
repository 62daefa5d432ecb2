import { purgeAudit } from '../access/audit.ts'
import type { Context } from '../context.ts'

const EVERY_MS = 60 * 60_000

/**
 * Forgets every hour what nobody needs: ended sessions, old codes, names that were tried long ago, mail that nobody took, what was asked long ago, and operation
 * logs after a year.
 */
export function purgeHourly(context: Context): void {
  const { sweeper, now, sessions, imageCodes, signInGuard, mail, emailCodes, mfa, once, quotas, ...rest } = context
  let dueMs = 0
  sweeper.tidy(async () => {
    if (now() < dueMs) return
    dueMs = now() + EVERY_MS
    await sessions.purge()
    await imageCodes.purge()
    await signInGuard.purge()
    await mail.purge()
    await emailCodes.purge()
    await mfa.purge()
    await once.purge()
    await quotas.purge()
    await rest.stationAccess.purge()
    await rest.stationPairing.purge()
    await rest.stationWatch.purge()
    await rest.stationFronts.purge()
    await purgeAudit(context)
  })
}
