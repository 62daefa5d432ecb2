import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import type { LicenceButton } from '#contract/licence-terms.ts'
import type { QuoteKind } from '../../../data/organization/purchases.ts'

type State = OutputOf<typeof licenseInstQuery>

/** What each button of a licence leads to (rule 4.2). */
export const kindOfButton: Record<LicenceButton, QuoteKind> = {
  'buy-now': 'buy',
  'buy-again': 'buy',
  extend: 'renew',
  'renew-now': 'renew',
  'upgrade-now': 'upgrade',
}

/** The buttons that stand somewhere, the most wanted first: each kind of purchase once. */
export function buttonsOf({ currentInfo, renewInfo, expireInfo }: State): LicenceButton[] {
  const all = [currentInfo, renewInfo, expireInfo].flatMap((licence) => licence?.buttonList ?? [])
  return all.filter((button, index) => all.findIndex((other) => kindOfButton[other] === kindOfButton[button]) === index)
}

/** How many cameras are proposed: as many as are in use beside the free ones, or as the licence has; an upgrade adds one at least. */
export function usualCameras(kind: QuoteKind, { currentInfo, coverage }: State): number {
  const wanted = Math.max(1, coverage.cameras - coverage.freeChlNum)
  if (kind === 'buy') return clamped(Math.max(wanted, currentInfo.licenseType === 'trial' ? currentInfo.chlNum : 1), currentInfo)
  if (kind === 'renew') return clamped(currentInfo.chlNum, currentInfo)
  return clamped(Math.max(wanted, currentInfo.chlNum + 1), currentInfo)
}

function clamped(count: number, { minChlNum, maxChlNum }: State['currentInfo']): number {
  return Math.min(Math.max(count, minChlNum), maxChlNum)
}

/** Whether this may be bought now. */
export function mayBuy(kind: QuoteKind, state: State): boolean {
  return buttonsOf(state).some((button) => kindOfButton[button] === kind)
}
