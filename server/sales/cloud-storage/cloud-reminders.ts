import { cloudRenewal, priceOfCloud } from '#contract/cloud-storage.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import type { Db } from '../../db/open.ts'
import type { Mail } from '../../mail/mail.ts'
import { tellAdministrators } from '../../mail/tell-administrators.ts'
import { isInForce, isWaiting } from '../licence/time-line.ts'
import { endedMail, endingMail, renewingMail } from './cloud-mails.ts'
import { cameraOf, type CloudTerm } from './cloud-term.ts'

/** Where cloud storage is bought, renewed, and its renewal switched. */
const CLOUD_PAGE = '/service/serviceCloudstorage/purchase'

/**
 * Tells the administrators, in the transaction of the change, of terms that end soon or have ended: all that changed at once in one mail of
 * each kind. Nobody is told of a term that another follows.
 */
export async function remindOfTerms(
  db: Db,
  mail: Mail,
  { organizationId, changed, all }: { organizationId: string; changed: readonly CloudTerm[]; all: readonly CloudTerm[] },
): Promise<void> {
  const isFollowed = (term: CloudTerm) =>
    all.some((other) => other.id !== term.id && cameraOf(other) === cameraOf(term) && (isWaiting(other) || isInForce(other)))
  const open = changed.filter((term) => !isFollowed(term))
  const link = mail.link(CLOUD_PAGE)
  for (const isTrial of [false, true]) {
    const ofKind = open.filter((term) => (term.is_trial === 1) === isTrial)
    const tell = async (terms: CloudTerm[], texts: typeof endingMail) => {
      if (terms.length > 0) await tellAdministrators(db, mail, { organizationId, texts, facts: { ...factsOf(terms), link, isTrial } })
    }
    const ending = ofKind.filter(({ status }) => status === cloudStorageStatuses.expiring)
    await tell(
      ending.filter(({ auto_renew }) => auto_renew === 0),
      endingMail,
    )
    await tell(
      ofKind.filter(({ status }) => status === cloudStorageStatuses.expired),
      endedMail,
    )
    const renewing = ending.filter(({ auto_renew }) => auto_renew === 1)
    if (renewing.length === 0) continue
    const amountCents = renewing.reduce((sum, { goods_id, duration_type }) => sum + priceOfCloud(goods_id, duration_type), 0)
    const facts = { ...factsOf(renewing), link, isTrial, amountCents }
    await tellAdministrators(db, mail, {
      organizationId,
      texts: renewingMail,
      facts: { ...facts, renewsAtMs: facts.endsAtMs - cloudRenewal.beforeEndMs },
    })
  }
}

/** Terms that end at different moments are told of by the first. */
function factsOf(terms: readonly CloudTerm[]) {
  return { cameras: terms.length, endsAtMs: Math.min(...terms.map(({ ends_at_ms }) => ends_at_ms ?? Number.POSITIVE_INFINITY)) }
}
