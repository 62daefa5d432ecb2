import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileNameOf } from '#contract/rules.ts'

/** Of the name without its ending; file systems take 255 bytes, and a character may have four. */
const MOST_CHARACTERS = 56
const MOST_OF_ONE_NAME = 1_000
/** Beside what no file name may contain: what command lines and a message of the plugin do not take, and what cannot be seen. */
const UNWANTED = /['&%#\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Names that are devices on Windows, whatever their ending. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const ENDINGS = ['.avi', '.mp4']

/** A wished name as one that every file system takes, in its own folder: no path, not hidden, `.avi` or `.mp4`. */
export function safeFileName(wished: string): string {
  const ending = extname(wished).toLowerCase()
  const isKnown = ENDINGS.includes(ending)
  return safeName(isKnown ? wished.slice(0, -ending.length) : wished) + (isKnown ? ending : '.mp4')
}

/** The part of a wished name before its ending, as one that every file system takes. */
export function safeName(wished: string): string {
  const stem = fileNameOf(wished).replace(UNWANTED, '-').normalize('NFC')
  const bare = Array.from(stem)
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
  return bare === '' || DEVICES.test(bare) ? `recording ${bare}`.trim() : bare
}

/** Names what a task has fetched so far: no two tasks share it, and it tells nothing. */
export function partName(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
}

/** Makes an empty file of this name in the folder, or of the name with a number behind it when there is one. Answers with the name. */
export async function reserveName(folder: string, name: string): Promise<string> {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${stem} (${count})${ending}`
    try {
      await (await open(join(folder, free), 'wx')).close()
      return free
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      if (!isTaken || count === MOST_OF_ONE_NAME) throw error
    }
  }
}
