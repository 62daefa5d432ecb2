import { useQuery } from '@tanstack/react-query'
import { licenceReason, type LicenceReason } from '../../lib/licence-reason.ts'
import { useHoldsRole } from '../person/roles.ts'
import { useAnswerAge } from '../query/answer-age.ts'
import { licenceQuery } from './licence.ts'

/** What the guard knows. `asOfMs`: when that was so, if the service cannot be asked now. `mayBuy`: the person may put it right. */
export interface LicenceStand {
  reason: LicenceReason | undefined
  asOfMs: number | undefined
  mayBuy: boolean
}

/**
 * The licence guard (rule 6.9), for whatever needs a licence; `LicenceGuard` and `LicenceNeeded` say what it finds. As long as nothing is
 * known nobody is stopped: the service refuses all the same.
 */
export function useLicenceGuard(): LicenceStand {
  const { data } = useQuery({ ...licenceQuery, meta: { isQuiet: true } })
  const asOfMs = useAnswerAge(licenceQuery.queryKey)
  const mayBuy = useHoldsRole('administrator')
  return { reason: data && licenceReason(data), asOfMs, mayBuy }
}
