import type { Language } from '#contract/enums.ts'
import { codeOf } from '#contract/errors.ts'
import { CURRENCY } from '#contract/payment.ts'
import { momentIn, paragraphs, type MailTexts } from '../../mail/mail-text.ts'

/** What ends, or has ended. `renewsAtMs`: when it is renewed by itself, for `amountCents`. */
interface EndFacts {
  cameras: number
  endsAtMs: number
  link: string
  isTrial: boolean
}

interface RenewalFacts extends EndFacts {
  renewsAtMs: number
  amountCents: number
}

/** A renewal that was paid, or not. `fault`: why its bank refused; `nextTryMs`: null when it is not tried again. */
interface PaidFacts {
  cameras: number
  amountCents: number
  link: string
}

interface RefusedFacts extends PaidFacts {
  endsAtMs: number
  fault: number | null
  nextTryMs: number | null
}

const cameras = (count: number) => `${count} camera${count === 1 ? '' : 's'}`

function money(language: Language, amountCents: number): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: CURRENCY }).format(amountCents / 100)
}

export const endingMail: MailTexts<EndFacts> = {
  'en-US': ({ cameras: count, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? 'Your free trial of cloud storage ends soon' : 'Your cloud storage ends soon',
    body: paragraphs(
      `${isTrial ? 'The free trial of cloud storage' : 'Cloud storage'} for ${cameras(count)} of your organization ends on ${momentIn('en-US', endsAtMs)}.`,
      `${isTrial ? 'Buy it' : 'Renew it'} here, and recordings go on without a gap: ${link}`,
    ),
  }),
  'zh-CN': ({ cameras: count, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? '您的云存储免费试用即将到期' : '您的云存储即将到期',
    body: paragraphs(
      `贵组织 ${count} 台摄像机的${isTrial ? '云存储免费试用' : '云存储'}将于 ${momentIn('zh-CN', endsAtMs)} 到期。`,
      `请在此${isTrial ? '购买' : '续费'}，录像将不会中断：${link}`,
    ),
  }),
}

export const renewingMail: MailTexts<RenewalFacts> = {
  'en-US': ({ cameras: count, endsAtMs, renewsAtMs, amountCents, link }) => ({
    subject: 'Your cloud storage is renewed soon',
    body: paragraphs(
      `Cloud storage for ${cameras(count)} of your organization ends on ${momentIn('en-US', endsAtMs)} and renews itself.`,
      `On ${momentIn('en-US', renewsAtMs)} ${money('en-US', amountCents)} is charged to what you paid with before.`,
      `You can switch that off here until then: ${link}`,
    ),
  }),
  'zh-CN': ({ cameras: count, endsAtMs, renewsAtMs, amountCents, link }) => ({
    subject: '您的云存储即将自动续费',
    body: paragraphs(
      `贵组织 ${count} 台摄像机的云存储将于 ${momentIn('zh-CN', endsAtMs)} 到期，并将自动续费。`,
      `系统将于 ${momentIn('zh-CN', renewsAtMs)} 通过您上次使用的支付方式扣款 ${money('zh-CN', amountCents)}。`,
      `在此之前，您可以在这里关闭自动续费：${link}`,
    ),
  }),
}

export const endedMail: MailTexts<EndFacts> = {
  'en-US': ({ cameras: count, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? 'Your free trial of cloud storage has ended' : 'Your cloud storage has ended',
    body: paragraphs(
      `${isTrial ? 'The free trial of cloud storage' : 'Cloud storage'} for ${cameras(count)} of your organization ended on ${momentIn('en-US', endsAtMs)}.`,
      'Nothing more is recorded for them in the cloud. What is there stays for as long as its package says.',
      `Buy it here: ${link}`,
    ),
  }),
  'zh-CN': ({ cameras: count, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? '您的云存储免费试用已到期' : '您的云存储已到期',
    body: paragraphs(
      `贵组织 ${count} 台摄像机的${isTrial ? '云存储免费试用' : '云存储'}已于 ${momentIn('zh-CN', endsAtMs)} 到期。`,
      '云端不再录制这些摄像机的录像，已有录像将按套餐期限保留。',
      `请在此购买：${link}`,
    ),
  }),
}

export const renewedMail: MailTexts<PaidFacts> = {
  'en-US': ({ cameras: count, amountCents, link }) => ({
    subject: 'Your cloud storage was renewed',
    body: paragraphs(
      `Cloud storage for ${cameras(count)} of your organization was renewed: ${money('en-US', amountCents)} was charged.`,
      `The order and its receipt: ${link}`,
    ),
  }),
  'zh-CN': ({ cameras: count, amountCents, link }) => ({
    subject: '您的云存储已自动续费',
    body: paragraphs(`贵组织 ${count} 台摄像机的云存储已续费，扣款 ${money('zh-CN', amountCents)}。`, `订单及收据：${link}`),
  }),
}

/** Why a bank refused, in a sentence of its own. */
const reasons: Record<Language, Readonly<Record<number, string>>> = {
  'en-US': {
    [codeOf('card-declined')]: 'The card was declined.',
    [codeOf('card-limit-exceeded')]: 'The card’s limit is exceeded.',
    [codeOf('card-account-restricted')]: 'The card’s account is restricted.',
    [codeOf('insufficient-funds')]: 'The amount exceeds the available funds.',
  },
  'zh-CN': {
    [codeOf('card-declined')]: '该卡被拒绝。',
    [codeOf('card-limit-exceeded')]: '已超出该卡的限额。',
    [codeOf('card-account-restricted')]: '该卡的账户受到限制。',
    [codeOf('insufficient-funds')]: '金额超出可用余额。',
  },
}

export const refusedMail: MailTexts<RefusedFacts> = {
  'en-US': ({ cameras: count, amountCents, endsAtMs, fault, nextTryMs, link }) => ({
    subject: 'Your cloud storage could not be renewed',
    body: paragraphs(
      `The renewal of cloud storage for ${cameras(count)} of your organization, ${money('en-US', amountCents)}, could not be paid. ${reasons['en-US'][fault ?? 0] ?? 'The payment provider did not say why.'}`,
      nextTryMs === null ? 'It is not tried again.' : `It is tried again on ${momentIn('en-US', nextTryMs)}.`,
      `Recordings go on until ${momentIn('en-US', endsAtMs)}. Until then you can pay in another way: ${link}`,
    ),
  }),
  'zh-CN': ({ cameras: count, amountCents, endsAtMs, fault, nextTryMs, link }) => ({
    subject: '您的云存储未能自动续费',
    body: paragraphs(
      `贵组织 ${count} 台摄像机的云存储续费（${money('zh-CN', amountCents)}）未能支付。${reasons['zh-CN'][fault ?? 0] ?? '支付服务商未说明原因。'}`,
      nextTryMs === null ? '系统不会再次尝试。' : `系统将于 ${momentIn('zh-CN', nextTryMs)} 再次尝试。`,
      `录像将持续至 ${momentIn('zh-CN', endsAtMs)}，在此之前您可以换一种方式支付：${link}`,
    ),
  }),
}
