import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SCRIPT = join(import.meta.dirname, '../../docs/kiosk/station.sh')
/** Where its window stands, and which folder it has, is for whoever starts it. */
const OF_ONE_MACHINE = /^--(kiosk|window-\w+|user-data-dir)(=|$)/
const FEATURES = ['--disable-features=', '--enable-features=']

/** What the start-up script gives the browser of a viewing station, on whichever machine. */
export function stationFlags(): string[] {
  const [, command = ''] = /^ {2}"\$browser"([^&]+)&$/m.exec(readFileSync(SCRIPT, 'utf8')) ?? []
  const flags = command.match(/--[\w-]+(=[\w,.=:/-]+)?/g) ?? []
  if (flags.length === 0) throw new Error('The start-up script of viewing stations starts no browser.')
  return flags.filter((flag) => !OF_ONE_MACHINE.test(flag))
}

/** Flags with further ones: of two that turn features off, or on, the last would hold, and one that has all stands for both. */
export function withFlags(flags: readonly string[], further: readonly string[]): string[] {
  const all = [...flags, ...further]
  const merged = FEATURES.flatMap((turned) => {
    const features = all.filter((flag) => flag.startsWith(turned)).map((flag) => flag.slice(turned.length))
    return features.length > 0 ? [turned + features.join(',')] : []
  })
  return [...all.filter((flag) => !FEATURES.some((turned) => flag.startsWith(turned))), ...merged]
}
