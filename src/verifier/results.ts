import type { CheckedPart } from '#shared/proof/bundle.ts'
import type { ChangedBytes } from '#shared/proof/check-file.ts'
import { fingerprintOf, type Chain } from '#shared/proof/statements.ts'
import type { CheckedFiles } from './check.ts'
import { language, words } from './words.ts'

const MOST_RANGES = 50
const numbers = new Intl.NumberFormat(language)
const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' })

/** Shows what was found of each file, and what was signed about the clip. */
export async function showResults(place: HTMLElement, { manifest, trouble, parts, unproven }: CheckedFiles): Promise<void> {
  const facts = manifest && (await factsOf(manifest.chain))
  const sections = parts.map((part) => {
    const section = sectionOf(part.path ?? words.frame, part.changed.length === 0)
    const verdict = trouble === undefined ? (part.changed.length === 0 ? words.intact : words.changed) : words[trouble]
    section.append(made('p', verdict, 'verdict'))
    if (part.changed.length > 0) section.append(rangesOf(part))
    if (part.path === manifest?.bundle.clip.path && facts) section.append(facts)
    return section
  })
  const others = unproven.map((name) => {
    const section = sectionOf(name, false)
    section.append(made('p', words.unproven, 'verdict'))
    return section
  })
  // The clip is what people want to know of.
  const clipFirst = sections.toSorted((one, other) => Number(other.querySelector('dl') !== null) - Number(one.querySelector('dl') !== null))
  if (facts && facts.parentElement === null) clipFirst[0]?.append(facts)
  place.replaceChildren(...clipFirst, ...others)
}

function sectionOf(title: string, isIntact: boolean): HTMLElement {
  const section = document.createElement('section')
  section.toggleAttribute('data-intact', isIntact)
  section.append(made('h2', title))
  return section
}

function rangesOf({ changed }: CheckedPart): HTMLElement {
  const list = document.createElement('ul')
  list.append(...changed.slice(0, MOST_RANGES).map((range) => made('li', rangeText(range))))
  if (changed.length > MOST_RANGES) list.append(made('li', `… +${numbers.format(changed.length - MOST_RANGES)}`))
  return list
}

function rangeText({ fromByte, toByte, fromMs, toMs }: ChangedBytes): string {
  const bytes = words.bytes(numbers.format(fromByte), numbers.format(toByte - 1))
  return fromMs === null || toMs === null ? bytes : `${bytes} · ${words.moments(clock(fromMs), clock(toMs))}`
}

/** `1:02.345`, of a clip. */
function clock(ms: number): string {
  const seconds = ((ms % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${Math.floor(ms / 60_000)}:${seconds}`
}

async function factsOf({ newest, statements, keys }: Chain): Promise<HTMLElement> {
  const list = document.createElement('dl')
  const fact = (name: string, value: string) => list.append(made('dt', name), made('dd', value))
  const first = statements[0] ?? newest
  const { device, range } = newest
  fact(words.device, `${device.camera} · ${device.site} · ${device.sn} · ${words.channel(numbers.format(device.channel + 1))}`)
  fact(words.range, times.formatRange(range.fromMs, range.toMs))
  fact(words.organization, newest.organization)
  fact(words.by, first.by)
  fact(first.change === 'redacted' ? words.redacted : words.made, times.format(first.atMs))
  fact(words.signed, times.format(first.signedAtMs))
  for (const later of statements.slice(1)) fact(words.earlier, `${later.title} · ${later.by} · ${times.format(later.atMs)}`)
  const { original, originalFile } = first
  if (original !== null)
    fact(
      words.original,
      originalFile ? `SHA-256 ${originalFile.sha256}, ${words.bytesLong(numbers.format(originalFile.sizeBytes))}` : original,
    )
  for (const { publicKey } of keys) {
    list.append(made('dt', words.fingerprint))
    const value = document.createElement('dd')
    value.append(made('code', (await fingerprintOf(publicKey)).replace(/(.{8})(?=.)/g, '$1 ')))
    list.append(value)
  }
  return list
}

function made(name: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  if (className !== '') element.className = className
  return element
}
