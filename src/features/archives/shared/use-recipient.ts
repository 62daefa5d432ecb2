import { useLingui } from '@lingui/react/macro'
import type { Share } from '../../../data/records/archive-shares.ts'

/** Whose a share is, in words. */
export function useRecipient(): (share: Share) => string {
  const { t } = useLingui()
  return ({ emails }) => (emails.length === 0 ? t`Whoever has the link` : emails.join(', '))
}
