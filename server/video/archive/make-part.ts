import { createReadStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FilePathSource } from 'mediabunny'
import { archiveLimits, type PartFormat } from '#contract/archives.ts'
import { aviOfMp4 } from '#shared/avi/avi-of-mp4.ts'
import type { Context } from '../../context.ts'
import { isDiskFull } from '../../runtime/is-disk-full.ts'
import { cloudPictures } from '../recorded/cloud-pictures.ts'
import type { ArchiveRow } from './archives.ts'
import { ClipUnavailable, recordedUnits, type Recorded, type Watching } from './clip-units.ts'
import { FileHash } from './file-hash.ts'
import { fileTarget } from './file-target.ts'
import { writePieceList } from './piece-list.ts'
import { tableFirst } from './table-first.ts'
import { writePart } from './write-part.ts'

/** Recordings of the cloud that one part looks at. */
const MOST_FILES = 2_000
const UNFINISHED = 'unfinished-parts'

type Parts = Pick<Context, 'db' | 'objects' | 'now' | 'deviceLinks' | 'settings'>

/** A file that was made, as the columns of its table have it. */
interface MadeFile {
  size_bytes: number
  codec: string
  width: number
  height: number
  object_key: string
  piece_sha256s_json: string
  sha256: string
  /** It ends early there, epoch ms. */
  changedAtMs: number | undefined
}

/** What has become of an archive or of a part: its columns of the table, and where it ends early, epoch ms. */
export interface MadePart {
  file: Pick<ArchiveRow, 'size_bytes' | 'codec' | 'width' | 'height' | 'object_key' | 'piece_sha256s_json'> &
    Partial<Pick<ArchiveRow, 'part_format' | 'part_sha256'>>
  changedAtMs: number | undefined
}

/**
 * Makes a part of a recording into a file of the object store. Rejects with `ClipUnavailable`, also when the disk is full, and with the signal's
 * reason.
 */
export async function makePart(parts: Parts, row: ArchiveRow, watching: Watching): Promise<MadePart> {
  const recorded = row.part_source === 'cloud' ? fromCloud(parts, row, watching) : fromDevice(parts, row, watching)
  let part_format: PartFormat = row.part_format ?? 'mp4'
  const bytesOf = async (path: string) => {
    const avi = part_format === 'avi' ? await aviOfMp4(new FilePathSource(path), () => watching.signal.aborted) : undefined
    if (avi === undefined) part_format = 'mp4'
    return avi ?? createReadStream(path)
  }
  const keyOf = () => `parts/${row.id.slice(0, 2)}/${row.id}.${part_format}`
  const wish = { id: row.id, organizationId: row.organization_id, recorded, bytesOf, keyOf, signal: watching.signal }
  const { changedAtMs, sha256: part_sha256, ...file } = await makeFile(parts, wish)
  return { file: { ...file, part_format, part_sha256 }, changedAtMs }
}

/** The same for an archive, which plays while it loads. */
export async function makeArchive(parts: Parts, row: ArchiveRow, watching: Watching): Promise<MadePart> {
  const recorded = fromDevice(parts, row, watching, true)
  const keyOf = () => `archives/${row.id.slice(0, 2)}/${row.id}.mp4`
  const own = { id: row.id, organizationId: row.organization_id, mostBytes: archiveLimits.fileBytes }
  const wish = { ...own, recorded, bytesOf: tableFirst, keyOf, signal: watching.signal }
  const { changedAtMs, sha256: _whole, ...file } = await makeFile(parts, wish)
  return { file, changedAtMs }
}

interface Wish {
  /** Names what is written meanwhile. */
  id: string
  /** Whose file it is; null where it is paid for by itself. */
  organizationId: string | null
  recorded: Recorded
  /** The bytes of the file, from the one that was written at this path. */
  bytesOf: (path: string) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
  /** Of the object; asked for when its bytes are known. */
  keyOf: () => string
  /** A larger one ends early. */
  mostBytes?: number
  signal: AbortSignal
}

/**
 * Writes what was recorded into the data folder while it comes, and from there into the object store: of neither file more is in memory than what
 * is under way. Rejects with `ClipUnavailable`, also when the disk is full, and with the signal's reason.
 */
export async function makeFile({ objects, settings }: Pick<Parts, 'objects' | 'settings'>, wish: Wish): Promise<MadeFile> {
  const folder = join(settings.dataFolder, UNFINISHED)
  const path = join(folder, `${wish.id}.mp4`)
  let file: FileHandle | undefined
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    file = await open(path, 'w', 0o600)
    const part = await writePart(fileTarget(file), wish.recorded, wish.mostBytes)
    if (part === undefined) throw new ClipUnavailable('nothing-recorded', 'the part is empty')
    const { codec, width, height } = part.format
    const hash = new FileHash()
    const bytes = await wish.bytesOf(path)
    const object_key = wish.keyOf()
    await objects.put(object_key, Readable.from(counted(bytes, hash, wish.signal), { objectMode: false }), wish.organizationId)
    const { sha256, pieceSha256s } = hash.digest()
    const stored = { size_bytes: hash.sizeBytes, object_key, piece_sha256s_json: writePieceList(pieceSha256s), sha256 }
    return { codec, width, height, ...stored, changedAtMs: part.changedAtMs }
  } catch (fault) {
    throw isDiskFull(fault) ? new ClipUnavailable('archive-space-low', 'the disk is full') : fault
  } finally {
    await file?.close()
    await rm(path, { force: true })
  }
}

/** Clears away what a process has left behind that was killed. */
export async function clearUnfinishedParts({ settings }: Pick<Parts, 'settings'>): Promise<void> {
  await rm(join(settings.dataFolder, UNFINISHED), { recursive: true, force: true })
}

async function* counted(bytes: AsyncIterable<Uint8Array>, hash: FileHash, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const some of bytes) {
    signal.throwIfAborted()
    hash.update(some)
    yield some
  }
  signal.throwIfAborted()
}

function fromDevice({ deviceLinks: links, now }: Parts, row: ArchiveRow, watching: Watching, endsAtChange = false): Recorded {
  return recordedUnits(row, { ...watching, links, now, endsAtChange })
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
