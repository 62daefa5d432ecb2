import type { Language } from '#contract/enums.ts'

/** Languages in their own words, so that whoever needs one can read its name. */
export const languageNames: Record<Language, string> = { 'en-US': 'English', 'zh-CN': '简体中文' }
