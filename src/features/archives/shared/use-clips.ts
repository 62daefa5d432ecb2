import { useLingui } from '@lingui/react/macro'
import type { OrganizationShare } from '../../../data/records/archive-shares.ts'

/** What a share passes on, in words: the title of its clip, and how many there are beside it. */
export function useClips(): (share: Pick<OrganizationShare, 'title' | 'more'>) => string {
  const { t } = useLingui()
  return ({ title, more }) => (more === 0 ? title : t`${title} and ${more} more`)
}
