import { i18n, type Messages } from '@lingui/core'
import { languages, type Language } from '#contract/enums.ts'

const KEPT_UNDER = 'sightline.language'

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  'en-US': () => import('../../locales/en-US.po?visitor'),
  'zh-CN': () => import('../../locales/zh-CN.po?visitor'),
}

/** The language that was chosen on this machine, here or in the app; else that of the browser. */
export function languageOfVisitor(): Language {
  const kept = languages.find((language) => language === localStorage.getItem(KEPT_UNDER))
  return kept ?? (navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US')
}

/** Loads the language's texts and shows them. */
export async function showTexts(language: Language): Promise<void> {
  const { messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Shows the language and remembers it on this machine. */
export async function chooseTexts(language: Language): Promise<void> {
  localStorage.setItem(KEPT_UNDER, language)
  await showTexts(language)
}
