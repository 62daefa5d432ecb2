import type { Language } from '#contract/enums.ts'
import { momentIn, paragraphs, type MailTexts } from '../mail/mail-text.ts'

const spans: Readonly<Record<Language, Readonly<Record<number, string>>>> = {
  'en-US': { 30: '30 minutes', 120: '2 hours', 600: '10 hours', 1440: '24 hours', 10080: '7 days', [-1]: 'an unlimited time' },
  'zh-CN': { 30: '30 分钟', 120: '2 小时', 600: '10 小时', 1440: '24 小时', 10080: '7 天', [-1]: '不限时长' },
}

/** To the administrators: the installer asks for access. */
export const accessRequestedMail: MailTexts<{ companyName: string; minutes: number; reason: string; link: string }> = {
  'en-US': ({ companyName, minutes, reason, link }) => ({
    subject: `${companyName} asks for access`,
    body: paragraphs(
      `${companyName}, your installer, asks to act as administrator for ${spans['en-US'][minutes]}.`,
      ...(reason === '' ? [] : [`Reason given: ${reason}`]),
      'Accept or refuse it here. Without your consent nothing happens:',
      link,
    ),
  }),
  'zh-CN': ({ companyName, minutes, reason, link }) => ({
    subject: `${companyName} 申请访问权限`,
    body: paragraphs(
      `您的安装商 ${companyName} 申请管理员权限，时长：${spans['zh-CN'][minutes]}。`,
      ...(reason === '' ? [] : [`申请理由：${reason}`]),
      '请在以下页面同意或拒绝；未经您同意，对方无法访问：',
      link,
    ),
  }),
}

/** To the installer: the access is granted. */
export const accessGrantedMail: MailTexts<{ organizationName: string; link: string; untilMs: number | null }> = {
  'en-US': ({ organizationName, link, untilMs }) => ({
    subject: `${organizationName} grants you access`,
    body: paragraphs(
      `${organizationName} has accepted your request. Open this link to begin:`,
      link,
      untilMs === null
        ? 'The access has no end, and can be revoked at any time.'
        : `It ends on ${momentIn('en-US', untilMs)}, and can be revoked before.`,
    ),
  }),
  'zh-CN': ({ organizationName, link, untilMs }) => ({
    subject: `${organizationName} 已同意您的访问申请`,
    body: paragraphs(
      `${organizationName} 已同意您的申请。请打开以下链接开始访问：`,
      link,
      untilMs === null ? '此访问没有期限，对方可随时撤销。' : `访问将于 ${momentIn('zh-CN', untilMs)} 结束，对方也可提前撤销。`,
    ),
  }),
}
