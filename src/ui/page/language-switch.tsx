import { useLingui } from '@lingui/react/macro'
import { languages, type Language } from '#contract/enums.ts'
import { ChoiceBar } from '../controls/choice-bar.tsx'
import { languageNames } from '../text/language-names.ts'

const choices = languages.map((language) => ({ id: language, name: languageNames[language], lang: language }))

/** The languages by their own names, for who is not signed in. */
export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => void }) {
  const { t, i18n } = useLingui()
  return <ChoiceBar label={t`Language`} choices={choices} value={languages.find((one) => one === i18n.locale)} onChoose={onChoose} />
}
