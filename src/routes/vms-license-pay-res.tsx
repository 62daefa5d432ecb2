import { createFileRoute } from '@tanstack/react-router'
import type { PayReturn } from '../data/organization/payment-result.ts'
import { PayResultPage } from '../features/payment-result/pay-result-page.tsx'

/** Longer than any of ours. */
const MOST = 128

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MOST) : undefined
}

/** Where a check-out leads back, with or without a session (rule 2.1). */
export const Route = createFileRoute('/vms-license-pay-res')({
  validateSearch: ({ payId, sign, result }: Record<string, unknown>): PayReturn => ({
    payId: text(payId),
    sign: text(sign),
    result: result === 'success' || result === 'cancel' ? result : undefined,
  }),
  component: Result,
})

function Result() {
  return <PayResultPage back={Route.useSearch()} />
}
