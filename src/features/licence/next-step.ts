import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { whatThen } from '../../lib/what-then.ts'

const { expiring, notEffective } = licenceStatuses

/** The one thing to do about the licence as it stands at `nowMs`, in words. */
export function nextStep(licence: OutputOf<typeof licenseInstQuery>, nowMs: number): MessageDescriptor {
  const { currentInfo, renewInfo, expireInfo, coverage } = licence
  if (renewInfo !== null) return msg`Nothing needs to be done: another licence follows by itself.`
  if (currentInfo.status === notEffective) return msg`The licence works again when the dispute about its payment is settled: ask your bank.`
  if (currentInfo.status === expiring) return msg`Have it renewed before it ends: what is renewed in time goes on without a gap.`
  if (coverage.covered < coverage.cameras) {
    return expireInfo === null
      ? msg`More cameras are in use than are covered: have a licence bought for them.`
      : msg`More cameras are in use than are covered: have a licence bought again.`
  }
  const { kind } = whatThen(licence, nowMs)
  if (kind === 'ended')
    return msg`Events are stored for 15 days after the licence has ended, then none: have a licence bought again before.`
  if (kind === 'events-ended') return msg`No events are stored since 15 days after the licence ended: have a licence bought again.`
  return msg`Nothing needs to be done now.`
}

/** Whether the service might give a free trial: none stands beside a licence that is in use, suspended or waiting. */
export function mayTry({ currentInfo, renewInfo }: OutputOf<typeof licenseInstQuery>): boolean {
  return currentInfo.licenseType === 'free' && renewInfo === null
}
