import { i18n, type Messages } from '@lingui/core'
import { languages, type Language } from '#contract/enums.ts'
import { keepStrictly, keptStrictly } from '../lib/kept-strictly.ts'

/** The language of this machine, of which the app knows as well. */
const KEPT_UNDER = 'sightline.language'
/** That which was chosen on such a page. */
const CHOSEN_HERE = 'sightline.language-of-visitor'

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  'en-US': () => import('../../locales/en-US.po?visitor'),
  'zh-CN': () => import('../../locales/zh-CN.po?visitor'),
}

/** The language that was chosen here, else in the app on this machine; else that of the browser. */
export async function languageOfVisitor(): Promise<Language> {
  const kept = (await keptStrictly(CHOSEN_HERE)) ?? localStorage.getItem(KEPT_UNDER)
  return languages.find((language) => language === kept) ?? (navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US')
}

/** Loads the language's texts and shows them. */
export async function showTexts(language: Language): Promise<void> {
  const { messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Remembers the language on this machine, and shows it then. */
export async function chooseTexts(language: Language): Promise<void> {
  await keepStrictly(CHOSEN_HERE, language)
  localStorage.setItem(KEPT_UNDER, language)
  await showTexts(language)
}
