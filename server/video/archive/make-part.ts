import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FilePathSource } from 'mediabunny'
import type { PartFormat } from '#contract/archives.ts'
import { MOST_OF_PAST_MS } from '#contract/recorded-media.ts'
import { aviOfMp4 } from '#shared/avi/avi-of-mp4.ts'
import type { Context } from '../../context.ts'
import { cloudPictures, type RecordedUnit } from '../recorded/cloud-pictures.ts'
import type { ArchiveRow } from './archives.ts'
import { ClipUnavailable, fetchClip } from './fetch-clip.ts'
import { FileHash } from './file-hash.ts'
import { writePieceList } from './piece-list.ts'
import { writePart } from './write-part.ts'

/** Recordings of the cloud that one part looks at. */
const MOST_FILES = 2_000
const UNFINISHED = 'unfinished-parts'

type Parts = Pick<Context, 'db' | 'objects' | 'now' | 'deviceLinks' | 'settings'>
type Watching = Pick<Parameters<typeof fetchClip>[2], 'signal' | 'onUnit'>

/** What has become of a part: its columns of the table, and where it ends early, epoch ms. */
export interface MadePart {
  file: Pick<ArchiveRow, 'size_bytes' | 'codec' | 'width' | 'height' | 'object_key' | 'part_format' | 'part_sha256' | 'piece_sha256s_json'>
  changedAtMs: number | undefined
}

/**
 * Makes a part of a recording into a file of the object store, a minute of it in memory at a time. Rejects with `ClipUnavailable`, also when the
 * disk is full, and with the signal's reason.
 */
export async function makePart(parts: Parts, row: ArchiveRow, watching: Watching): Promise<MadePart> {
  const folder = join(parts.settings.dataFolder, UNFINISHED)
  const path = join(folder, `${row.id}.mp4`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const part = await writePart(path, row.part_source === 'cloud' ? fromCloud(parts, row, watching) : fromDevice(parts, row, watching))
    if (part === undefined) throw new ClipUnavailable('nothing-recorded', 'the part is empty')
    const { codec, width, height } = part.format
    const file = { codec, width, height, ...(await store(parts, row, path, watching.signal)) }
    return { file, changedAtMs: part.changedAtMs }
  } catch (fault) {
    throw isFull(fault) ? new ClipUnavailable('archive-space-low', 'the disk is full') : fault
  } finally {
    await rm(path, { force: true })
  }
}

/** Clears away what a process has left behind that was killed. */
export async function clearUnfinishedParts({ settings }: Pick<Parts, 'settings'>): Promise<void> {
  await rm(join(settings.dataFolder, UNFINISHED), { recursive: true, force: true })
}

async function store({ objects }: Parts, row: ArchiveRow, path: string, signal: AbortSignal) {
  const avi = row.part_format === 'avi' ? await aviOfMp4(new FilePathSource(path), () => signal.aborted) : undefined
  const part_format: PartFormat = avi === undefined ? 'mp4' : 'avi'
  const object_key = `parts/${row.id.slice(0, 2)}/${row.id}.${part_format}`
  const hash = new FileHash()
  async function* counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const some of bytes) {
      signal.throwIfAborted()
      hash.update(some)
      yield some
    }
    signal.throwIfAborted()
  }
  await objects.put(object_key, Readable.from(counted(avi ?? createReadStream(path)), { objectMode: false }))
  const { sha256, pieceSha256s } = hash.digest()
  const size_bytes = hash.sizeBytes
  return { object_key, size_bytes, part_format, part_sha256: sha256, piece_sha256s_json: writePieceList(pieceSha256s) }
}

type Recorded = AsyncGenerator<RecordedUnit, number | undefined>

/**
 * Minute by minute: no more is asked for than was written. What was not recorded of it is passed over. Where the camera's pictures become others
 * it is asked again from there.
 */
async function* fromDevice({ deviceLinks, now }: Parts, row: ArchiveRow, watching: Watching): Recorded {
  for (let start_at_ms = row.start_at_ms; start_at_ms < row.end_at_ms; ) {
    const minute = { ...row, start_at_ms, end_at_ms: Math.min(start_at_ms + MOST_OF_PAST_MS, row.end_at_ms) }
    const clip = await fetchClip(deviceLinks, minute, { ...watching, now }).catch((fault: unknown) => {
      if (fault instanceof ClipUnavailable && fault.error === 'nothing-recorded') return undefined
      throw fault
    })
    for (const unit of clip?.units ?? []) if (clip !== undefined) yield { format: clip.format, unit }
    start_at_ms = laterOf(start_at_ms, clip?.changedAtMs) ?? minute.end_at_ms
  }
  return undefined
}

/** A device that says that the change was before what it was asked for says nothing. */
function laterOf(startMs: number, changedAtMs: number | undefined): number | undefined {
  return changedAtMs !== undefined && changedAtMs > startMs ? changedAtMs : undefined
}

async function* fromCloud(parts: Parts, row: ArchiveRow, { signal, onUnit }: Watching): Recorded {
  const camera = { organizationId: row.organization_id, sn: row.sn, chlIndex: row.chl_index }
  const recorded = cloudPictures(parts, { ...camera, startMs: row.start_at_ms, endMs: row.end_at_ms }, MOST_FILES)
  for (let next = await recorded.next(); ; next = await recorded.next()) {
    signal.throwIfAborted()
    if (next.done === true) return next.value
    onUnit(next.value.unit)
    yield next.value
  }
}

function isFull(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'ENOSPC' || fault.code === 'EDQUOT')
}
