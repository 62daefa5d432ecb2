import type { Language } from '#contract/enums.ts'
import { askCore } from '../core/core.ts'

/** Keeps the language of this machine; it is written down when this resolves. A core that is lost meanwhile keeps nothing, and nobody waits for it. */
export async function keepLanguage(language: Language): Promise<void> {
  await askCore('chooseLanguage', language).catch(() => {})
}
