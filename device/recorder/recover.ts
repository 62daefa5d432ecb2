import { readdir, stat, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { streamKind } from '#contract/enums.ts'
import { serialNumber } from '#contract/rules.ts'
import type { Log } from '#shared/log.ts'
import type { RecordIndex, Segment } from './record-index.ts'
import { fragmentEndMs, SegmentReader } from './segment-reader.ts'

/** Looked at side by side. */
const AT_ONCE = 32
const FILE_NAME = /^(\d{13})(-\d+)?\.mp4$/
const FOLDER_NAME = /^(\d{1,3})-(\w+)$/

interface Parts {
  folder: string
  index: RecordIndex
  log: Log
}

/**
 * Brings the index and the files together, after a crash or when somebody moved files: segments that were being written end with their last
 * whole fragment, files that the index does not know are taken into it, and what is damaged or foreign is told and left alone.
 */
export async function recover({ folder, index, log }: Parts): Promise<void> {
  const known = new Map(index.all().map((segment) => [segment.file, segment]))
  let missing = 0
  await inParts([...known.values()], async (segment) => {
    const bytes = await sizeOf(join(folder, segment.file))
    if (bytes === undefined) {
      missing += segment.isOpen ? 0 : 1
      return index.remove(segment.id)
    }
    if (!segment.isOpen && bytes === segment.bytes) return
    if (!segment.isOpen) log('warn', `${segment.file} has ${bytes} bytes instead of ${segment.bytes}; what is whole of it stays`)
    const found = await lookThrough(folder, segment.file, log)
    if (found) index.complete({ id: segment.id, ...found })
    else index.remove(segment.id)
  })
  if (missing > 0) log('warn', `${missing} files of recordings are gone`)
  const strangers = await filesIn(folder, log)
  await inParts(
    strangers.filter(({ file }) => !known.has(file)),
    async (place) => {
      const found = await lookThrough(folder, place.file, log)
      if (found) index.add({ ...place, ...found, type: 'SCHEDULE', isOpen: false })
    },
  )
}

async function inParts<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** What is whole of a file; undefined when nothing is. One without a single whole fragment is taken away when it was ours. */
async function lookThrough(folder: string, file: string, log: Log): Promise<Pick<Segment, 'fromMs' | 'untilMs' | 'bytes'> | undefined> {
  const path = join(folder, file)
  const size = (await sizeOf(path)) ?? 0
  if (size === 0) {
    await unlink(path).catch(() => {})
    return undefined
  }
  try {
    const reader = await SegmentReader.open(path, size)
    let found: Pick<Segment, 'fromMs' | 'untilMs' | 'bytes'> | undefined
    const onDamage = (at: number) => log('warn', `${file} is damaged at byte ${at}; what is whole of it stays`)
    if (reader) {
      for await (const fragment of reader.fragments(undefined, onDamage)) {
        found ??= { fromMs: fragment.captureMs, untilMs: 0, bytes: 0 }
        found.untilMs = Math.max(found.untilMs, fragmentEndMs(fragment))
        found.bytes = fragment.at + fragment.bytes
      }
    }
    await reader?.close()
    // What is torn takes room, and would be looked through again.
    if (found !== undefined && found.bytes < size) await truncate(path, found.bytes)
    if (found === undefined) log('warn', `${file} is no recording, or nothing of it is whole; it is left out`)
    return found
  } catch (error) {
    log('warn', `${file} cannot be read and is left out: ${error instanceof Error ? error.message : 'unknown'}`)
    return undefined
  }
}

/** Files that may be segments, by where they lie: `SERIALNUMBER/0-main/1763970000000.mp4`. */
async function filesIn(folder: string, log: Log): Promise<Pick<Segment, 'sn' | 'chlIndex' | 'stream' | 'file'>[]> {
  const found: Pick<Segment, 'sn' | 'chlIndex' | 'stream' | 'file'>[] = []
  for (const sn of await foldersIn(folder)) {
    for (const name of await foldersIn(join(folder, sn))) {
      const [, chlIndex, kind] = FOLDER_NAME.exec(name) ?? []
      const stream = streamKind.safeParse(kind)
      if (!serialNumber.safeParse(sn).success || !stream.success) {
        log('warn', `${sn}/${name} is no folder of recordings; it is left out`)
        continue
      }
      for (const file of await readdir(join(folder, sn, name))) {
        const place = { sn, chlIndex: Number(chlIndex), stream: stream.data, file: `${sn}/${name}/${file}` }
        if (FILE_NAME.test(file)) found.push(place)
        else log('warn', `${place.file} is none of the recorder's; it is left out`)
      }
    }
  }
  return found
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
