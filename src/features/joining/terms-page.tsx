import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brandingQuery } from '../../data/branding.ts'
import { ReadingRoom } from '../../ui/entrance.tsx'
import { ServiceTerms } from './service-terms.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'
import own from './joining.module.css'

const texts: Record<'service' | 'privacy', { title: ReactNode; text: ReactNode }> = {
  service: { title: <Trans>Terms of service</Trans>, text: <ServiceTerms /> },
  privacy: { title: <Trans>Privacy notice</Trans>, text: <PrivacyNotice /> },
}
export type TermType = keyof typeof texts

export function isTermType(text: string): text is TermType {
  return text in texts
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
