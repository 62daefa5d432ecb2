import { momentIn, paragraphs, type MailTexts } from '../../mail/mail-text.ts'

interface ShareFacts {
  sender: string
  organization: string
  title: string
  /** How many videos beside that. */
  more: number
  /** Of the sender; may be empty. */
  message: string
  url: string
  /** `null`: for ever. */
  expiresAtMs: number | null
}

/** What the recipients of a shared archive read. */
export const shareMail: MailTexts<ShareFacts> = {
  'en-US': ({ sender, organization, title, more, message, url, expiresAtMs }) => ({
    subject: more === 0 ? `${sender} shared a video with you: ${title}` : `${sender} shared ${more + 1} videos with you: ${title} and more`,
    body: paragraphs(
      more === 0
        ? `${sender} of ${organization} shared the video "${title}" with you.`
        : `${sender} of ${organization} shared the video "${title}" and ${more} more with you.`,
      ...(message === '' ? [] : [message]),
      `Open it here: ${url}`,
      expiresAtMs === null ? 'The link does not expire.' : `The link is good until ${momentIn('en-US', expiresAtMs)}.`,
      'Whoever has the link can see the video. Do not pass it on.',
    ),
  }),
  'zh-CN': ({ sender, organization, title, more, message, url, expiresAtMs }) => ({
    subject: more === 0 ? `${sender} 与您分享了视频：${title}` : `${sender} 与您分享了 ${more + 1} 个视频：${title} 等`,
    body: paragraphs(
      more === 0
        ? `${organization} 的 ${sender} 与您分享了视频“${title}”。`
        : `${organization} 的 ${sender} 与您分享了视频“${title}”等 ${more + 1} 个视频。`,
      ...(message === '' ? [] : [message]),
      `点击此处打开：${url}`,
      expiresAtMs === null ? '此链接永久有效。' : `此链接有效期至 ${momentIn('zh-CN', expiresAtMs)}。`,
      '任何拥有此链接的人都可以观看该视频，请勿转发。',
    ),
  }),
}
