import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { ShareState } from '#contract/calls/archive/share.ts'
import { userStatuses } from '#contract/states/user.ts'
import { namesFor, type Viewer } from '#contract/masked.ts'
import { channelsSeen } from '../../access/sees-channel.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { ArchiveShareTable } from '../../db/schema/archive.ts'

/**
 * `sender_status`: null once the person who shared is gone; with a closed organization all its people are. `sender_may`: 1 as long as they could share the
 * same again.
 */
export type ShareRow = Selectable<ArchiveShareTable> & { sender_status: number | null; sender_may: number; opened_at_ms: number | null }

/** Shares with what tells whether they can be opened, and when one was opened last. */
export function shareRows(db: Db) {
  return db
    .selectFrom('archive_share')
    .selectAll('archive_share')
    .select(({ selectFrom }) => [
      selectFrom('user').whereRef('user.id', '=', 'archive_share.user_id').select('user.status').as('sender_status'),
      senderMay().as('sender_may'),
      selectFrom('archive_share_opening')
        .whereRef('archive_share_opening.share_id', '=', 'archive_share.id')
        .select(({ fn }) => fn.max<number | null>('archive_share_opening.at_ms').as('at_ms'))
        .as('opened_at_ms'),
    ])
}

/** Whether the sender of a share holds the right to share, and sees what was filmed by every camera of which the share has an archive. */
function senderMay(): RawBuilder<number> {
  const { and, or, not, exists, selectFrom, ref } = expressionBuilder<Schema, 'archive' | 'archive_share'>()
  const sender = selectFrom('user').whereRef('user.id', '=', 'archive_share.user_id')
  const asker = { userId: ref('archive_share.user_id'), organizationId: ref('archive.organization_id'), isAdministrator: false }
  const seen = channelsSeen(asker, { right: 'playback', withClosed: true })
  const ofCamera = seen.where('channel.sn', '=', ref('archive.sn')).where('channel.chl_index', '=', ref('archive.chl_index'))
  const beside = selectFrom('archive_share_clip').whereRef('archive_share_clip.share_id', '=', 'archive_share.id')
  const unseen = selectFrom('archive')
    .where(({ or: either, eb }) =>
      either([
        eb('archive.id', '=', ref('archive_share.archive_id')),
        eb('archive.id', 'in', beside.select('archive_share_clip.archive_id')),
      ]),
    )
    .where(not(exists(ofCamera.select('channel.sn'))))
  const refused = selectFrom('archive_authority')
    .whereRef('archive_authority.user_id', '=', 'archive_share.user_id')
    .where('archive_authority.rights_json', 'not like', '%"share"%')
  const may = and([
    not(exists(refused.select('archive_authority.user_id'))),
    or([exists(sender.where('user.role', '=', 'administrator').select('user.id')), not(exists(unseen.select('archive.id')))]),
  ])
  return sql<number>`case when ${may} then 1 else 0 end`
}

/** A share ends with whoever made it, as if it were revoked, and rests while they are frozen, or may not share what it passes on. */
export function stateOfShare(
  { revoked_at_ms, expires_at_ms, sender_status, sender_may, most_views, views }: Omit<ShareRow, 'opened_at_ms'>,
  nowMs: number,
): ShareState {
  if (revoked_at_ms !== null || sender_status === null) return 'revoked'
  if (most_views !== null && views >= most_views) return 'used-up'
  if (expires_at_ms !== null && expires_at_ms <= nowMs) return 'expired'
  return sender_status === userStatuses.frozen || sender_may === 0 ? 'suspended' : 'open'
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
