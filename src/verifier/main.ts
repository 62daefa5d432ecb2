import { checkFiles, type CheckedFiles } from './check.ts'
import { showResults } from './results.ts'
import { language, words } from './words.ts'

/** The page that lies in bundles, `verify.html`: opened from a folder, it has no network and needs none. */
function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return found
}

document.documentElement.lang = language
document.title = words.title
element('h1').textContent = words.title
element('#what').textContent = words.what
element('#drop strong').textContent = words.drop
element('#drop span').textContent = words.choose

const drop = element('#drop')
const input = element('#drop input') as HTMLInputElement
input.setAttribute('aria-label', words.drop)
const state = element('#state')
const results = element('#results')
const percents = new Intl.NumberFormat(language, { style: 'percent' })
/** Counts what was given, so that an answer about what was given before is not shown. */
let given = 0

async function check(files: readonly File[]): Promise<void> {
  const own = (given += 1)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let read = 0
  const say = () => (state.textContent = words.checking(percents.format(Math.min(1, read / Math.max(total, 1)))))
  results.replaceChildren()
  element('#trust').textContent = ''
  say()
  let checked: CheckedFiles | undefined
  try {
    checked = await checkFiles(files, (bytes) => {
      read += bytes
      if (own === given) say()
    })
  } catch {
    if (own === given) state.textContent = words.unreadable
    return
  }
  if (own !== given) return
  if (checked === undefined) {
    state.textContent = words.nothing
    return
  }
  const isIntact = checked.trouble === undefined && checked.parts.every(({ changed }) => changed.length === 0)
  state.textContent = isIntact ? words.allIntact : words.someChanged
  if (checked.manifest !== undefined) element('#trust').textContent = words.trust
  await showResults(results, checked)
}

input.addEventListener('change', () => void check([...(input.files ?? [])]))
for (const name of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
  document.addEventListener(name, (event) => {
    event.preventDefault()
    drop.toggleAttribute('data-over', name === 'dragenter' || name === 'dragover')
    if (name === 'drop') void check([...(event.dataTransfer?.files ?? [])])
  })
}
