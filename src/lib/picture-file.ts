/** What a picture must be to be taken. */
export interface PictureRule {
  /** Endings of file names, in small letters. */
  endings: readonly string[]
  maxBytes: number
}

/** Pictures of people and logos (spec 1, section 5). */
export const avatarRule: PictureRule = { endings: ['png', 'jpg', 'jpeg', 'bmp'], maxBytes: 2 * 1024 * 1024 }
export const logoRule: PictureRule = { endings: ['png', 'jpg', 'jpeg'], maxBytes: 500 * 1024 }

/** A background of the sign-in page and an icon of the browser's tab. */
export const backgroundRule: PictureRule = { endings: ['png', 'jpg', 'jpeg'], maxBytes: 2 * 1024 * 1024 }
export const faviconRule: PictureRule = { endings: ['png'], maxBytes: 500 * 1024 }

/** Why a file is not taken; nothing when it is. What is in it shows when it is opened. */
export function pictureFault({ name, size }: { name: string; size: number }, rule: PictureRule): 'kind' | 'size' | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!rule.endings.includes(ending)) return 'kind'
  return size > rule.maxBytes ? 'size' : undefined
}

/** What a file chooser offers. */
export function acceptOf({ endings }: PictureRule): string {
  return endings.map((ending) => `.${ending}`).join(',')
}
