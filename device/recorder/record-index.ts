import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { RecordSegment } from '#contract/device-commands.ts'
import type { StreamKind } from '#contract/enums.ts'

export type RecordType = RecordSegment['type']

/** A camera's picture, of whose streams there are recordings. */
export interface Channel {
  sn: string
  chlIndex: number
}

/** A file with what a stream showed from `fromMs` to `untilMs`, epoch ms by the clock of its pictures. `file` lies in the recorder's folder. */
export interface Segment extends Channel {
  id: number
  stream: StreamKind
  fromMs: number
  untilMs: number
  type: RecordType
  bytes: number
  file: string
  isOpen: boolean
}

/** A time that is to be found for a reason of its own. */
export interface Mark {
  type: RecordType
  fromMs: number
  untilMs: number
}

interface Row {
  id: number
  sn: string
  chl_index: number
  stream: StreamKind
  from_ms: number
  until_ms: number
  type: RecordType
  bytes: number
  file: string
  is_open: number
}

/** No segment is longer. */
const LONGEST_MS = 3_600_000
const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists segment (
    id integer primary key, sn text not null, chl_index integer not null, stream text not null, from_ms real not null, until_ms real not null,
    type text not null, bytes integer not null, file text not null unique, is_open integer not null
  );
  create index if not exists segment_by_time on segment (sn, chl_index, from_ms);
  create index if not exists segment_by_end on segment (until_ms);
  create table if not exists mark (
    id integer primary key, sn text not null, chl_index integer not null, type text not null, from_ms real not null, until_ms real not null
  );
  create index if not exists mark_by_time on mark (sn, chl_index, from_ms);
`

/** Which file holds which time of which channel. Throws when the file is no database, or a damaged one. */
export class RecordIndex {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 5_000 })
    try {
      this.#db.exec(SCHEMA)
      const [check] = Object.values(this.#db.prepare('pragma quick_check(1)').get() ?? {})
      if (check !== 'ok') throw new Error(`the index is damaged: ${String(check)}`)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  add(segment: Omit<Segment, 'id'>): number {
    const { sn, chlIndex, stream, fromMs, untilMs, type, bytes, file, isOpen } = segment
    const sql = `insert into segment (sn, chl_index, stream, from_ms, until_ms, type, bytes, file, is_open) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`
    const values = [sn, chlIndex, stream, fromMs, untilMs, type, bytes, file, Number(isOpen)]
    return Number(this.#prepared(sql).run(...values).lastInsertRowid)
  }

  /** What is known of a segment when its file is closed, or was looked through. */
  complete({ id, untilMs, bytes }: Pick<Segment, 'id' | 'untilMs' | 'bytes'>): void {
    this.#prepared('update segment set until_ms = ?, bytes = ?, is_open = 0 where id = ?').run(untilMs, bytes, id)
  }

  remove(id: number): void {
    this.#prepared('delete from segment where id = ?').run(id)
  }

  all(): Segment[] {
    return this.#segments('select * from segment')
  }

  /** Segments of a channel that may hold something of this time, by their beginning. */
  find({ sn, chlIndex }: Channel, fromMs: number, untilMs: number): Segment[] {
    const sql = `select * from segment where sn = ? and chl_index = ? and from_ms > ? and from_ms < ? and (until_ms > ? or is_open = 1)
      order by from_ms, id`
    return this.#segments(sql, sn, chlIndex, fromMs - LONGEST_MS, untilMs, fromMs)
  }

  knows(file: string): boolean {
    return this.#prepared('select 1 from segment where file = ?').get(file) !== undefined
  }

  /** Whether there is anything of this channel. */
  has({ sn, chlIndex }: Channel): boolean {
    return this.#prepared('select 1 from segment where sn = ? and chl_index = ? limit 1').get(sn, chlIndex) !== undefined
  }

  /** The segments, of one channel if it is named, that ended before this time; of all, marks that did are forgotten. */
  endedBefore(atMs: number, channel?: Channel): Segment[] {
    if (channel !== undefined) {
      const sql = 'select * from segment where sn = ? and chl_index = ? and from_ms < ? and until_ms < ? and is_open = 0 order by from_ms'
      return this.#segments(sql, channel.sn, channel.chlIndex, atMs, atMs)
    }
    this.#prepared('delete from mark where until_ms < ?').run(atMs)
    return this.#segments('select * from segment where until_ms < ? and is_open = 0 order by until_ms', atMs)
  }

  /** The oldest segment that is closed, of a channel. */
  oldest({ sn, chlIndex }: Channel): Segment | undefined {
    const sql = 'select * from segment where sn = ? and chl_index = ? and is_open = 0 order by from_ms, id limit 1'
    return this.#segments(sql, sn, chlIndex)[0]
  }

  /** The oldest segment of a channel, though it be open. */
  first({ sn, chlIndex }: Channel): Segment | undefined {
    return this.#segments('select * from segment where sn = ? and chl_index = ? order by from_ms, id limit 1', sn, chlIndex)[0]
  }

  /** How much there is of each channel, the open files left out. */
  sizes(): (Channel & { bytes: number })[] {
    const rows = this.#prepared('select sn, chl_index, sum(bytes) as bytes from segment group by sn, chl_index').all()
    return rows.map((row) => ({ sn: String(row['sn']), chlIndex: Number(row['chl_index']), bytes: Number(row['bytes']) }))
  }

  /** How much was written since then, the open files left out, and when the first of it begins. */
  writtenSince(atMs: number): { bytes: number; fromMs: number | undefined } {
    const row = this.#prepared('select sum(bytes) as bytes, min(from_ms) as from_ms from segment where until_ms >= ?').get(atMs)
    const fromMs = row?.['from_ms']
    return { bytes: Number(row?.['bytes'] ?? 0), fromMs: typeof fromMs === 'number' ? fromMs : undefined }
  }

  /** Notes why a time is worth finding; one that begins while the last of its kind lasts goes on with that. */
  mark({ sn, chlIndex }: Channel, { type, fromMs, untilMs }: Mark): void {
    const last = this.#prepared(
      `select id, until_ms from mark where sn = ? and chl_index = ? and type = ? and from_ms <= ? and until_ms >= ? order by from_ms desc limit 1`,
    ).get(sn, chlIndex, type, fromMs, fromMs)
    if (last === undefined) {
      const sql = 'insert into mark (sn, chl_index, type, from_ms, until_ms) values (?, ?, ?, ?, ?)'
      this.#prepared(sql).run(sn, chlIndex, type, fromMs, untilMs)
    } else if (Number(last['until_ms']) < untilMs) {
      this.#prepared('update mark set until_ms = ? where id = ?').run(untilMs, Number(last['id']))
    }
  }

  marks({ sn, chlIndex }: Channel, fromMs: number, untilMs: number): Mark[] {
    const sql = 'select type, from_ms, until_ms from mark where sn = ? and chl_index = ? and from_ms < ? and until_ms > ? order by from_ms'
    const rows = this.#prepared(sql).all(sn, chlIndex, untilMs, fromMs) as unknown as Pick<Row, 'type' | 'from_ms' | 'until_ms'>[]
    return rows.map(({ type, from_ms, until_ms }) => ({ type, fromMs: from_ms, untilMs: until_ms }))
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #segments(sql: string, ...values: (string | number)[]): Segment[] {
    const rows = this.#prepared(sql).all(...values) as unknown as Row[]
    return rows.map(({ id, sn, chl_index, stream, from_ms, until_ms, type, bytes, file, is_open }) => {
      return { id, sn, chlIndex: chl_index, stream, fromMs: from_ms, untilMs: until_ms, type, bytes, file, isOpen: is_open === 1 }
    })
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }
}
