import * as z from 'zod/mini'
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

/** Paragraphs of the terms of cloud storage; the screens have their sentences, in both languages. */
export const cloudTermParagraphs = ['service', 'recordings', 'retention', 'payment', 'refund', 'data'] as const
