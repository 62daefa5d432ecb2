import { createFileRoute } from '@tanstack/react-router'
import { mfaQuery } from '../../../data/person/mfa.ts'
import { MfaPage } from '../../../features/security/mfa-page.tsx'

export const Route = createFileRoute('/_home/privacySecurity/mfa-config')({
  staticData: { page: 'privacySecurity' },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(mfaQuery)
  },
  component: MfaPage,
})
