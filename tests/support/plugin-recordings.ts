import { readdirSync, readFileSync } from 'node:fs'
import { readFrame } from '#contract/plugin/xml.ts'

/**
 * Recorded exchanges of the plugin's socket, one file for each command: `tests/fixtures/plugin/<command>.xml`. A line is a whole frame, byte
 * for byte; a comment above says what happens. `again:` marks one that is asked until the reply is the recorded one.
 */
export interface Exchange {
  about: string
  /** The command's name. */
  name: string
  id: string
  request: string
  reply: string
  isAskedAgain: boolean
}

/** What one page says and hears, from its first frame to its last. */
export interface Recording {
  command: string
  exchanges: Exchange[]
}

const folder = new URL('../fixtures/plugin/', import.meta.url)
/** What is another each time: the recording shows one such value. */
const CHANGING = ['mediaTicket', 'filePath', 'createTime', 'captureTime', 'pid'] as const
const CHANGING_NAME = /<fileName>[\w-]+\.jpg</g

/** All recordings, by command. */
export function readRecordings(): Recording[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .toSorted()
    .map((name) => ({ command: name.slice(0, -'.xml'.length), exchanges: readExchanges(readFileSync(new URL(name, folder), 'utf8')) }))
}

function readExchanges(xml: string): Exchange[] {
  const exchanges: Exchange[] = []
  let about = ''
  let request = ''
  for (const line of xml.split('\n').map((one) => one.trim())) {
    if (line.startsWith('<!--')) about = line.slice(4, -3).trim()
    else if (line.startsWith('<request')) request = line
    else if (line.startsWith('<reply')) {
      const frame = readFrame(request)
      if (frame?.kind !== 'request') throw new Error(`no request before: ${line}`)
      const isAskedAgain = about.startsWith('again:')
      exchanges.push({ about, name: frame.name, id: frame.id, request, reply: line, isAskedAgain })
    }
  }
  return exchanges
}

/** A frame under another id. */
export function withId(frame: string, id: string): string {
  return frame.replace(/^(<\w+ id=")[^"]*"/, `$1${id}"`)
}

/** A frame with what changes each time left out, to be compared. */
export function comparable(frame: string): string {
  return CHANGING.reduce(
    (text, name) => text.replaceAll(new RegExp(`<${name}>[^<]+</${name}>`, 'g'), `<${name}>…</${name}>`),
    withId(frame, '0'),
  ).replaceAll(CHANGING_NAME, '<fileName>….jpg<')
}
