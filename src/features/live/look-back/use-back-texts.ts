import { useLingui } from '@lingui/react/macro'
import type { lookBackMs } from './look-back.ts'

/** How far back each choice goes, in words. */
export function useBackTexts(): Record<(typeof lookBackMs)[number], string> {
  const { t } = useLingui()
  return { 10_000: t`10 s`, 60_000: t`1 min`, 300_000: t`5 min` }
}
