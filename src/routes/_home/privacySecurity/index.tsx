import { createFileRoute } from '@tanstack/react-router'
import { SecurityPage } from '../../../features/security/security-page.tsx'

export const Route = createFileRoute('/_home/privacySecurity/')({ staticData: { page: 'privacySecurity' }, component: SecurityPage })
