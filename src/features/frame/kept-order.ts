import { limits } from '#contract/limits.ts'

/** The page that is shown, before it those that were left last, the newest first: no more of them than are kept (rule 9.3). The same array if nothing changes. */
export function keptOrder<Page>(order: readonly Page[], shown: Page): readonly Page[] {
  if (order[0] === shown) return order
  return [shown, ...order.filter((page) => page !== shown)].slice(0, 1 + limits.keptPages)
}

/** The pages that are gone when this one is shown next. */
export function goneWith<Page>(order: readonly Page[], next: Page): Page[] {
  const kept = keptOrder(order, next)
  return order.filter((page) => !kept.includes(page))
}
