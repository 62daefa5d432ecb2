import * as z from 'zod/mini'
import type { EventKind } from './event-attributes.ts'
import { durationTypes, type DurationType } from './licence-terms.ts'

/** Terms that cloud storage is sold for ("cycle package"). */
export const cloudCycles = [durationTypes.days30, durationTypes.year1] as const
export const cloudCycle = z.literal(cloudCycles)

/** What is sold for a camera: how long its recordings are kept, and what each cycle costs, in US cents. */
export const cloudGoods = [
  { goodsId: 'event-7', retentionDays: 7, cents: { [durationTypes.days30]: 299, [durationTypes.year1]: 2_990 } },
  { goodsId: 'event-30', retentionDays: 30, cents: { [durationTypes.days30]: 699, [durationTypes.year1]: 6_990 } },
] as const satisfies { goodsId: string; retentionDays: number; cents: Partial<Record<DurationType, number>> }[]
export const cloudGoodsId = z.enum(['event-7', 'event-30'])
export type CloudGoodsId = z.output<typeof cloudGoodsId>

export const cloudLimits = {
  /** Cameras in one order. */
  channels: 100,
  /** A trial is for all cameras of its devices; one for each device, ever. */
  trialGoods: 'event-7',
  trialCycle: durationTypes.days30,
  /** What a recording holds of the time around its event. */
  beforeEventMs: 5_000,
  afterEventMs: 10_000,
} as const

/**
 * Cloud storage that renews itself is charged so long before its end, and when that fails again after each pause, up to its end: no more
 * than three times. Nothing is charged for a term that has ended.
 */
export const cloudRenewal = { beforeEndMs: 3 * 24 * 3_600_000, pauseMs: 24 * 3_600_000 } as const

/** Price of a package for one camera and cycle, in US cents. Throws when it is not sold for that cycle. */
export function priceOfCloud(goodsId: CloudGoodsId, cycle: DurationType): number {
  const cents = cloudGoods.find((goods) => goods.goodsId === goodsId)?.cents as Partial<Record<DurationType, number>> | undefined
  const price = cents?.[cycle]
  if (price === undefined) throw new Error(`Nothing of ${goodsId} is sold for term ${cycle}`)
  return price
}

/** What recordings are kept of, as a customer chooses when ordering (section 4): movement, what the analysis of pictures finds, closed contacts. */
export const cloudTriggers = ['motion', 'recognition', 'sensor'] as const
export const cloudTrigger = z.enum(cloudTriggers)
export type CloudTrigger = z.output<typeof cloudTrigger>

/** The trigger that an event of a kind is; of a camera that was covered or turned away there is nothing to see, and nothing is kept. */
export const cloudTriggerOf: Record<EventKind, CloudTrigger | undefined> = {
  motion: 'motion',
  person: 'recognition',
  vehicle: 'recognition',
  face: 'recognition',
  plate: 'recognition',
  'line-crossing': 'recognition',
  intrusion: 'recognition',
  tampering: undefined,
  input: 'sensor',
}

/** Paragraphs of the terms of cloud storage; the screens have their sentences, in both languages. */
export const cloudTermParagraphs = ['service', 'recordings', 'retention', 'payment', 'refund', 'data'] as const
