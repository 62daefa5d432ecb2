import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { ShareState } from '#contract/calls/archive/share.ts'
import { userStatuses } from '#contract/states/user.ts'
import { namesFor, type Viewer } from '#contract/masked.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { ArchiveShareTable } from '../../db/schema/archive.ts'

/** `sender_status`: null once the person who shared is gone; with a closed organization all its people are. */
export type ShareRow = Selectable<ArchiveShareTable> & { sender_status: number | null; opened_at_ms: number | null }

/** Shares with what tells whether they can be opened, and when one was opened last. */
export function shareRows(db: Db) {
  return db
    .selectFrom('archive_share')
    .selectAll('archive_share')
    .select(({ selectFrom }) => [
      selectFrom('user').whereRef('user.id', '=', 'archive_share.user_id').select('user.status').as('sender_status'),
      selectFrom('archive_share_opening')
        .whereRef('archive_share_opening.share_id', '=', 'archive_share.id')
        .select(({ fn }) => fn.max<number | null>('archive_share_opening.at_ms').as('at_ms'))
        .as('opened_at_ms'),
    ])
}

/** A share ends with whoever made it, as if it were revoked, and rests while they are frozen. */
export function stateOfShare(
  { revoked_at_ms, expires_at_ms, sender_status, most_views, views }: Omit<ShareRow, 'opened_at_ms'>,
  nowMs: number,
): ShareState {
  if (revoked_at_ms !== null || sender_status === null) return 'revoked'
  if (most_views !== null && views >= most_views) return 'used-up'
  if (expires_at_ms !== null && expires_at_ms <= nowMs) return 'expired'
  return sender_status === userStatuses.frozen ? 'suspended' : 'open'
}

type Shares = ExpressionBuilder<Schema, 'archive_share'>

/** The same, asked of the database: which of `shareRows` have not ended, those that rest among them. */
export function hasNotEnded(nowMs: number) {
  return (shares: object): Expression<SqlBool> => {
    const { and, or, eb, ref, exists, selectFrom } = shares as Shares
    return and([
      eb('archive_share.revoked_at_ms', 'is', null),
      exists(selectFrom('user').whereRef('user.id', '=', 'archive_share.user_id').select('user.id')),
      or([eb('archive_share.most_views', 'is', null), eb('archive_share.views', '<', ref('archive_share.most_views'))]),
      or([eb('archive_share.expires_at_ms', 'is', null), eb('archive_share.expires_at_ms', '>', nowMs)]),
    ])
  }
}

/** Which of `shareRows` pass on an archive, as their first or beside it. */
export function passesOn(archiveId: string) {
  return (shares: object): Expression<SqlBool> => {
    const { or, eb, exists, selectFrom } = shares as Shares
    const beside = selectFrom('archive_share_clip').whereRef('archive_share_clip.share_id', '=', 'archive_share.id')
    return or([
      eb('archive_share.archive_id', '=', archiveId),
      exists(beside.where('archive_share_clip.archive_id', '=', archiveId).select('archive_share_clip.position')),
    ])
  }
}

/** As calls have it. Whoever sent a share knows whom they sent it to. */
export function toShare(row: ShareRow, viewer: Viewer, nowMs: number) {
  const names = namesFor(viewer, row.user_id)
  return {
    handle: row.id,
    emails: (JSON.parse(row.emails_json) as string[]).map(names.email),
    message: row.message,
    sharedBy: names.name(row.shared_by),
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    state: stateOfShare(row, nowMs),
    isRedacted: row.redaction_id !== null,
    hasPassword: row.password_hash !== null,
    views: row.views,
    mostViews: row.most_views,
    openedAtMs: row.opened_at_ms,
  }
}
