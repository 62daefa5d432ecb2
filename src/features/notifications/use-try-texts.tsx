import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PushOutcome } from '#contract/calls/notification/notice-try.ts'

/** What became of a message that somebody sent to a browser of theirs. */
export function useTryTexts() {
  const { i18n } = useLingui()
  return function textOf({ outcome, arrivedAfterMs }: { outcome: PushOutcome; arrivedAfterMs?: number }, isThis: boolean): ReactNode {
    const seconds = i18n.number((arrivedAfterMs ?? 0) / 1_000, { style: 'unit', unit: 'second', maximumFractionDigits: 2 })
    switch (outcome) {
      case 'taken':
        if (arrivedAfterMs !== undefined) return <Trans>Arrived here after {seconds}, through the service and the push service.</Trans>
        if (isThis) return <Trans>The push service has taken it, but it has not arrived here within 20 seconds.</Trans>
        return <Trans>The push service has taken it. Look at the other machine.</Trans>
      case 'gone':
        return <Trans>The push service knows this browser no more. Turn it on again there.</Trans>
      case 'refused':
        return <Trans>The push service refuses messages of this service.</Trans>
      case 'unreachable':
        return <Trans>The service does not reach the push service now.</Trans>
    }
  }
}
