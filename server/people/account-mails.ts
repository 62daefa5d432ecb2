import { momentIn, paragraphs, type MailTexts } from '../mail/mail-text.ts'

interface CodeFacts {
  code: string
  expiresAtMs: number
}

const ignoreEn =
  'If you did not ask for this, nothing has changed and you can ignore this e-mail. Never give the code to anybody, whoever asks for it.'
const ignoreZh = '如果这不是您本人的操作，请忽略此邮件，您的账户没有任何变化。请勿将验证码告诉任何人。'

/** The code by which somebody proves their address when they register. */
export const registerCodeMail: MailTexts<CodeFacts> = {
  'en-US': ({ code, expiresAtMs }) => ({
    subject: `${code} is your Sightline code`,
    body: paragraphs(
      'Welcome to Sightline. Enter this code to confirm your e-mail address:',
      code,
      `It is good until ${momentIn('en-US', expiresAtMs)}.`,
      ignoreEn,
    ),
  }),
  'zh-CN': ({ code, expiresAtMs }) => ({
    subject: `您的 Sightline 验证码：${code}`,
    body: paragraphs(
      '欢迎使用 Sightline。请输入以下验证码，以确认您的邮箱地址：',
      code,
      `验证码在 ${momentIn('zh-CN', expiresAtMs)} 前有效。`,
      ignoreZh,
    ),
  }),
}

/** The same, to an address that has an account already. */
export const accountExistsMail: MailTexts<CodeFacts & { loginName: string; link: string }> = {
  'en-US': ({ code, loginName, link }) => ({
    subject: 'You already have a Sightline account',
    body: paragraphs(
      `Somebody, probably you, wanted to register with this e-mail address. It already belongs to the account “${loginName}”, so no new one is needed.`,
      'Sign in, or choose a new password there if you have forgotten yours:',
      link,
      `The code for this request is ${code}.`,
      ignoreEn,
    ),
  }),
  'zh-CN': ({ code, loginName, link }) => ({
    subject: '您已有 Sightline 账户',
    body: paragraphs(
      `有人（可能是您本人）正在使用此邮箱注册。该邮箱已属于账户“${loginName}”，无需再次注册。`,
      '请直接登录；如果忘记了密码，也可以在登录页重设：',
      link,
      `本次请求的验证码：${code}`,
      ignoreZh,
    ),
  }),
}

/** The code for a new password. */
export const resetCodeMail: MailTexts<CodeFacts & { alias: string }> = {
  'en-US': ({ code, expiresAtMs, alias }) => ({
    subject: `${code} is your code for a new password`,
    body: paragraphs(
      `Hello ${alias},`,
      'enter this code to choose a new password:',
      code,
      `It is good until ${momentIn('en-US', expiresAtMs)}.`,
      ignoreEn,
    ),
  }),
  'zh-CN': ({ code, expiresAtMs, alias }) => ({
    subject: `重设密码的验证码：${code}`,
    body: paragraphs(
      `${alias}，您好！`,
      '请输入以下验证码，以设置新密码：',
      code,
      `验证码在 ${momentIn('zh-CN', expiresAtMs)} 前有效。`,
      ignoreZh,
    ),
  }),
}

/** That the password is another one now. */
export const passwordChangedMail: MailTexts<{ alias: string; atMs: number; link: string }> = {
  'en-US': ({ alias, atMs, link }) => ({
    subject: 'Your password was changed',
    body: paragraphs(
      `Hello ${alias},`,
      `the password of your account was changed on ${momentIn('en-US', atMs)}.`,
      'If that was not you, choose a new password at once and tell your administrator:',
      link,
    ),
  }),
  'zh-CN': ({ alias, atMs, link }) => ({
    subject: '您的密码已修改',
    body: paragraphs(
      `${alias}，您好！`,
      `您的账户密码已于 ${momentIn('zh-CN', atMs)} 修改。`,
      '如果这不是您本人的操作，请立即重设密码，并告知您的管理员：',
      link,
    ),
  }),
}

/** The code for the second step of a sign-in, and to show that e-mail works as one. */
export const signInCodeMail: MailTexts<CodeFacts & { alias: string }> = {
  'en-US': ({ code, expiresAtMs, alias }) => ({
    subject: `${code} is your sign-in code`,
    body: paragraphs(
      `Hello ${alias},`,
      'enter this code to confirm that it is you:',
      code,
      `It is good until ${momentIn('en-US', expiresAtMs)}.`,
      'If you are not signing in, somebody knows your password: change it now, and never give this code to anybody.',
    ),
  }),
  'zh-CN': ({ code, expiresAtMs, alias }) => ({
    subject: `登录验证码：${code}`,
    body: paragraphs(
      `${alias}，您好！`,
      '请输入以下验证码，以确认是您本人在操作：',
      code,
      `验证码在 ${momentIn('zh-CN', expiresAtMs)} 前有效。`,
      '如果您并未登录，说明有人知道您的密码：请立即修改密码，并且不要将验证码告诉任何人。',
    ),
  }),
}
