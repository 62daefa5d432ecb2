/** More than what is being said and this much is not said: it would be old. */
const MOST_WAITING = 2
/** Long enough for the tone before it. */
const AFTER_TONE_MS = 500

let waiting = 0

/** Whether this browser can speak a language (`zh-CN`). Voices come some time after the start: none yet counts as yes. */
export function canSpeak(language: string): boolean {
  if (!('speechSynthesis' in globalThis)) return false
  const voices = speechSynthesis.getVoices()
  return voices.length === 0 || voices.some(({ lang }) => isOf(lang, language))
}

/** Says something behind the tone. `volume`: percent. False when there is too much to be said already, or no way to. */
export function speak(text: string, { language, volume }: { language: string; volume: number }): boolean {
  if (!canSpeak(language) || waiting > MOST_WAITING) return false
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = language
  utterance.volume = volume / 100
  const voice = speechSynthesis.getVoices().find(({ lang }) => isOf(lang, language))
  if (voice !== undefined) utterance.voice = voice
  waiting += 1
  const over = () => {
    waiting = Math.max(0, waiting - 1)
  }
  utterance.addEventListener('end', over)
  utterance.addEventListener('error', over)
  setTimeout(() => speechSynthesis.speak(utterance), AFTER_TONE_MS)
  return true
}

/** Some systems write `zh_CN`. */
function isOf(voice: string, language: string): boolean {
  return voice.replace('_', '-').split('-')[0] === language.split('-')[0]
}
