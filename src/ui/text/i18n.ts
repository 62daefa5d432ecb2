import { i18n, type Messages } from '@lingui/core'
import { languages, type Language } from '#contract/enums.ts'
import { isLive, isSignIn } from '../../lib/path-within.ts'

const KEPT_UNDER = 'sightline.language'

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
type PartName = 'first' | 'wall' | 'rest'

/** `first`: what the sign-in page says. `wall` and `rest`: what the live wall, and what all other pages say besides. */
const catalogs: Record<Language, Record<PartName, Part>> = {
  'en-US': {
    first: () => import('../../../locales/en-US.po?first'),
    wall: () => import('../../../locales/en-US.po?wall'),
    rest: () => import('../../../locales/en-US.po?rest'),
  },
  'zh-CN': {
    first: () => import('../../../locales/zh-CN.po?first'),
    wall: () => import('../../../locales/zh-CN.po?wall'),
    rest: () => import('../../../locales/zh-CN.po?rest'),
  },
}
/** What the pages say that have been opened, or are about to be. */
const needed = new Set<PartName>(['first'])

/** Loads the language's catalog and shows it. */
export async function showLanguage(language: Language): Promise<void> {
  const loaded = new Map<PartName, Messages>()
  // Another page may be opened meanwhile.
  while (loaded.size < needed.size) {
    const missing = [...needed].filter((part) => !loaded.has(part))
    for (const { part, messages } of await Promise.all(missing.map(async (one) => ({ part: one, ...(await catalogs[language][one]()) }))))
      loaded.set(part, messages)
  }
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...loaded.values()) as Messages })
  document.documentElement.lang = language
}

/** Loads what is said on the page at this path, beside what the sign-in page says. To be waited for before it is shown. */
export async function loadTexts(path: string): Promise<void> {
  if (isSignIn(path)) return
  const part = isLive(path) ? 'wall' : 'rest'
  needed.add(part)
  const language = i18n.locale === '' ? languageAtStart() : shownLanguage()
  const { messages } = await catalogs[language][part]()
  i18n.load(language, messages)
}

/** Shows what the person chose elsewhere, unless something was chosen on this machine, or it cannot be loaded. */
export async function adoptLanguage(language: Language): Promise<void> {
  if (keptLanguage() === undefined && i18n.locale !== language) await showLanguage(language).catch(() => {})
}

type Keep = (language: Language) => Promise<void>
let keep: Keep = async () => {}

/** Has a chosen language kept where a kill of the browser takes it from nobody: what a page keeps itself is on the disk seconds later only. */
export function keepLanguageBy(keeper: Keep): void {
  keep = keeper
}

/** Shows the language once it is kept on this machine. Other tabs follow. */
export async function chooseLanguage(language: Language): Promise<void> {
  await keep(language)
  localStorage.setItem(KEPT_UNDER, language)
  await showLanguage(language)
}

/** Shows the language that was kept where a kill does not take it, though the page may know of an older one alone; else, if there is one, the person's. */
export async function settleLanguage(kept: Language | undefined, ofPerson: Language | undefined): Promise<void> {
  if (kept !== undefined && kept !== keptLanguage()) {
    localStorage.setItem(KEPT_UNDER, kept)
    await showLanguage(kept).catch(() => {})
  } else if (ofPerson !== undefined) await adoptLanguage(ofPerson)
}

/** Follows a choice made in another tab. */
export function followLanguage(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEPT_UNDER && isLanguage(event.newValue)) void showLanguage(event.newValue)
  })
}
