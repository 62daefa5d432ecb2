import { createFileRoute } from '@tanstack/react-router'
import { PayPage } from '../../../features/licence/purchase/pay-page.tsx'

export const Route = createFileRoute('/_home/service/servicelicense/pay')({
  staticData: { page: 'account', forAdministrators: 'purchase' },
  validateSearch: ({ order }: Record<string, unknown>): { order?: string } => ({
    order: typeof order === 'string' || typeof order === 'number' ? String(order).slice(0, 64) : undefined,
  }),
  component: PayPage,
})
