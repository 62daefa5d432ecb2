import { i18n, type Messages } from '@lingui/core'
import { languages, type Language } from '#contract/enums.ts'

const KEPT_UNDER = 'sightline.language'

/** Languages in their own words, so that whoever needs one can read its name. */
export const languageNames: Record<Language, string> = { 'en-US': 'English', 'zh-CN': '简体中文' }

function isLanguage(text: string | null): text is Language {
  return languages.some((language) => language === text)
}

/** The language chosen on this machine; it outlives a logout. */
function keptLanguage(): Language | undefined {
  const kept = localStorage.getItem(KEPT_UNDER)
  return isLanguage(kept) ? kept : undefined
}

export function languageAtStart(): Language {
  return keptLanguage() ?? (navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US')
}

/** The language that is shown. */
export function shownLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en-US'
}

type Part = () => Promise<{ messages: Messages }>

/** `first`: what the sign-in page says. `rest`: what all other pages say besides. */
const catalogs: Record<Language, { first: Part; rest: Part }> = {
  'en-US': { first: () => import('../../../locales/en-US.po?first'), rest: () => import('../../../locales/en-US.po?rest') },
  'zh-CN': { first: () => import('../../../locales/zh-CN.po?first'), rest: () => import('../../../locales/zh-CN.po?rest') },
}
/** A page other than the sign-in page has been opened, or is about to be. */
let needsRest = false

/** Loads the language's catalog and shows it. */
export async function showLanguage(language: Language): Promise<void> {
  const { first, rest } = catalogs[language]
  let parts = await Promise.all(needsRest ? [first(), rest()] : [first()])
  // Another page was opened meanwhile.
  if (needsRest && parts.length === 1) parts = [...parts, await rest()]
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) as Messages })
  document.documentElement.lang = language
}

/** Loads what is said on other pages than the sign-in page. To be waited for before one of them is shown. */
export async function loadAllTexts(): Promise<void> {
  needsRest = true
  const language = i18n.locale === '' ? languageAtStart() : shownLanguage()
  const { messages } = await catalogs[language].rest()
  i18n.load(language, messages)
}

/** Shows what the person chose elsewhere, unless something was chosen on this machine, or it cannot be loaded. */
export async function adoptLanguage(language: Language): Promise<void> {
  if (keptLanguage() === undefined && i18n.locale !== language) await showLanguage(language).catch(() => {})
}

/** Shows the language and remembers it on this machine. Other tabs follow. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT_UNDER, language)
  await showLanguage(language)
}

/** Follows a choice made in another tab. */
export function followLanguage(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEPT_UNDER && isLanguage(event.newValue)) void showLanguage(event.newValue)
  })
}
