import { createFileRoute } from '@tanstack/react-router'
import { RedactPage } from '../../features/redaction/redact-page.tsx'

export const Route = createFileRoute('/_home/archives-redact/$archiveId')({ staticData: { page: 'archives' }, component: RedactPage })
