import type { DurationType } from '#contract/licence-terms.ts'

/** What the address says of a purchase: whoever reloads or is sent it sees the same. */
export interface PurchaseSearch {
  kind?: 'buy' | 'renew' | 'upgrade' | undefined
  cameras?: number | undefined
  term?: DurationType | undefined
}

const kinds = ['buy', 'renew', 'upgrade'] as const
const MOST_TERM = 5
const MOST_CAMERAS = 1_000_000

/** Reads the address; whatever in it makes no sense is passed over. */
export function readPurchase({ kind, cameras, term }: Record<string, unknown>): PurchaseSearch {
  return {
    kind: kinds.find((known) => known === kind),
    cameras: isWhole(cameras, MOST_CAMERAS) ? cameras : undefined,
    term: isWhole(term, MOST_TERM) ? (term as DurationType) : undefined,
  }
}

function isWhole(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
}
