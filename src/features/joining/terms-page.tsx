import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brandingQuery } from '../../data/organization/branding.ts'
import { ReadingRoom } from '../../ui/page/entrance.tsx'
import { ServiceTerms } from './service-terms.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'
import own from './joining.module.css'
import type { TermType } from './term-types.ts'

const texts: Record<TermType, { title: ReactNode; text: ReactNode }> = {
  service: { title: <Trans>Terms of service</Trans>, text: <ServiceTerms /> },
  privacy: { title: <Trans>Privacy notice</Trans>, text: <PrivacyNotice /> },
}
/** The texts to which whoever joins consents. */
export function TermsPage({ type }: { type: TermType }) {
  const { data: branding } = useQuery(brandingQuery)
  const { title, text } = texts[type]
  return (
    <ReadingRoom brand={branding} title={title}>
      <div className={own['text']}>{text}</div>
    </ReadingRoom>
  )
}
