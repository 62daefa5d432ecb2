import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '../../features/outbox/outbox-page.tsx'

export const Route = createFileRoute('/_home/outbox')({ component: OutboxPage })
