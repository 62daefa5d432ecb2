import { ControlFault } from './control-protocol.ts'

/** Letters and digits alone: the dash in "Gate 1 – entry" is on few keyboards. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The one that somebody means: of this name, else the only one that begins like it, else the only one that has it in it. Throws a `ControlFault` that
 * names those that it could be.
 */
export function named<Item extends { name: string }>(items: readonly Item[], what: string, typed: string | undefined): Item {
  if (typed === undefined)
    throw new ControlFault(`Which ${what}? Give its name with --${what}; "npm run simulate -- list" shows those that there are.`)
  const wanted = plain(typed)
  const fits: ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => wanted !== '' && name.startsWith(wanted),
    (name) => wanted !== '' && name.includes(wanted),
  ]
  for (const fit of fits) {
    const found = items.filter(({ name }) => fit(plain(name)))
    if (found.length === 1) return found[0] as Item
    if (found.length > 1) throw new ControlFault(`"${typed}" could be ${quoted(found)}.`)
  }
  throw new ControlFault(`There is no ${what} "${typed}". There are ${quoted(items)}.`)
}

const quoted = (items: readonly { name: string }[]) => items.map(({ name }) => `"${name}"`).join(', ')
