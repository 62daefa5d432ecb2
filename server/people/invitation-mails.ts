import { momentIn, paragraphs, type MailTexts } from '../mail/mail-text.ts'

interface InvitationFacts {
  organizationName: string
  link: string
  expiresAtMs: number
}

const goodEn = (expiresAtMs: number) => `The link is good until ${momentIn('en-US', expiresAtMs)}, and for you alone: do not pass it on.`
const goodZh = (expiresAtMs: number) => `链接在 ${momentIn('zh-CN', expiresAtMs)} 前有效，仅供您本人使用，请勿转发。`

/** To a person who is to join the organization. */
export const userInvitationMail: MailTexts<InvitationFacts & { alias: string }> = {
  'en-US': ({ organizationName, link, expiresAtMs, alias }) => ({
    subject: `${organizationName} invites you to its cameras`,
    body: paragraphs(
      `Hello ${alias},`,
      `${organizationName} has made an account for you. Choose a password to activate it:`,
      link,
      goodEn(expiresAtMs),
    ),
  }),
  'zh-CN': ({ organizationName, link, expiresAtMs, alias }) => ({
    subject: `${organizationName} 邀请您使用视频监控`,
    body: paragraphs(
      `${alias}，您好！`,
      `${organizationName} 为您创建了账户。请打开以下链接设置密码，激活账户：`,
      link,
      goodZh(expiresAtMs),
    ),
  }),
}

/** To somebody who is to join, by an address that has an account. `link`: where an account is deleted. */
export const hasAccountMail: MailTexts<InvitationFacts> = {
  'en-US': ({ organizationName, link }) => ({
    subject: `${organizationName} invites you, and you have an account already`,
    body: paragraphs(
      `${organizationName} invites this address to Sightline. It has an account already, and an account belongs to one organization. ${organizationName} was not told that.`,
      `To join, give ${organizationName} another address of yours. Or delete your account, and ask them to send the invitation again:`,
      link,
      'If you expect nothing of them, there is nothing to do: your account stays as it is.',
    ),
  }),
  'zh-CN': ({ organizationName, link }) => ({
    subject: `${organizationName} 邀请您加入，但您已有账户`,
    body: paragraphs(
      `${organizationName} 邀请此地址使用 Sightline。此地址已有账户，而一个账户只能属于一个组织。${organizationName} 并未得知这一点。`,
      `如需加入，请向 ${organizationName} 提供您的另一个邮箱地址；或删除您现有的账户，再请对方重新发送邀请：`,
      link,
      '如果您并不需要加入，则无需任何操作，您的账户保持不变。',
    ),
  }),
}

/** To whoever is to administer another company. */
export const companyInvitationMail: MailTexts<InvitationFacts> = {
  'en-US': ({ organizationName, link, expiresAtMs }) => ({
    subject: `${organizationName} invites your company to Sightline`,
    body: paragraphs(
      `${organizationName} invites your company to watch and manage its cameras with Sightline.`,
      'Name your company and choose a password; you will be its administrator:',
      link,
      goodEn(expiresAtMs),
    ),
  }),
  'zh-CN': ({ organizationName, link, expiresAtMs }) => ({
    subject: `${organizationName} 邀请贵公司使用 Sightline`,
    body: paragraphs(
      `${organizationName} 邀请贵公司使用 Sightline 查看和管理摄像机。`,
      '请打开以下链接，填写公司名称并设置密码，您将成为公司的管理员：',
      link,
      goodZh(expiresAtMs),
    ),
  }),
}

/** To whoever is to be the organization's installer. */
export const installerInvitationMail: MailTexts<InvitationFacts> = {
  'en-US': ({ organizationName, link, expiresAtMs }) => ({
    subject: `${organizationName} names you as its installer`,
    body: paragraphs(
      `${organizationName} wants you to look after its devices. Once you accept, you can ask for access; every access needs its consent.`,
      link,
      goodEn(expiresAtMs),
    ),
  }),
  'zh-CN': ({ organizationName, link, expiresAtMs }) => ({
    subject: `${organizationName} 邀请您成为其安装商`,
    body: paragraphs(`${organizationName} 希望由您维护其设备。接受后您可以申请访问，每次访问都需对方同意。`, link, goodZh(expiresAtMs)),
  }),
}
