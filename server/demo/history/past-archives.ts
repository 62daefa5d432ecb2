import type { DemonstrationScene } from '#contract/demonstration.ts'
import { codeOf } from '#contract/errors.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import { archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { timeOfEvent } from '../../events/event-id.ts'
import type { EventRow } from '../../events/event-search.ts'
import { randomSecret, sha256 } from '../../runtime/secrets.ts'
import { organization, users } from '../organization.ts'
import type { PastChannel } from './past-events.ts'
import { putFilm, type PutBytes } from './past-film.ts'
import type { Seeded } from './seeded.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How much of the clip lies before the event. */
const BEFORE_MS = 6_000

interface Wish {
  title: string
  scene: DemonstrationScene['scene']
  kind: EventKind
  daysAgo: number
  seconds: number
  /** Without one it was made. */
  status?: ArchiveStatus
}

/** What was worth keeping. */
const wishes: readonly Wish[] = [
  { title: 'Delivery waits at the barrier', scene: 'gate', kind: 'vehicle', daysAgo: 1, seconds: 30 },
  { title: 'Van reverses close to pedestrian', scene: 'parking-lot', kind: 'vehicle', daysAgo: 2, seconds: 24 },
  { title: 'Customer leaves bag in aisle 3', scene: 'shop-floor', kind: 'person', daysAgo: 3, seconds: 36 },
  { title: 'Forklift crosses the walkway', scene: 'warehouse', kind: 'vehicle', daysAgo: 5, seconds: 20 },
  { title: 'Parked car, damage to report', scene: 'parking-lot', kind: 'vehicle', daysAgo: 8, seconds: 40 },
  { title: 'Visitor for reception', scene: 'gate', kind: 'face', daysAgo: 11, seconds: 15 },
  { title: 'Night delivery, hall A', scene: 'warehouse', kind: 'person', daysAgo: 13, seconds: 30, status: archiveStatuses.fail },
  { title: 'Safety training: crossing', scene: 'warehouse', kind: 'person', daysAgo: 17, seconds: 36 },
  { title: 'Suspected theft, tills', scene: 'shop-floor', kind: 'face', daysAgo: 21, seconds: 25 },
  { title: 'Bicycle stands', scene: 'parking-lot', kind: 'person', daysAgo: 24, seconds: 30, status: archiveStatuses.cancelled },
]
/** The code of a device that had no such recording. */
const NO_RECORDING = codeOf('nothing-recorded')

interface Past {
  events: readonly EventRow[]
  channels: readonly PastChannel[]
}

/** Writes the clips into the object store, and answers the rows of archives and shares. */
export async function pastArchives({ events, channels }: Past, objects: { put: PutBytes }, nowMs: number, draw: Seeded) {
  const archives = []
  for (const wish of wishes) {
    const event = events.findLast(
      ({ id, kind, sn, chl_index }) =>
        kind === wish.kind && timeOfEvent(id) < nowMs - wish.daysAgo * DAY_MS && channelOf(sn, chl_index)?.scene.scene === wish.scene,
    )
    const channel = event && channelOf(event.sn, event.chl_index)
    if (event === undefined || channel === undefined) continue
    archives.push(await archive(wish, event, channel))
  }
  const shares = sharesOf(archives.filter(({ status }) => status === archiveStatuses.success))
  return { archives, shares, openings: shares.flatMap(openingsOf) }

  function channelOf(sn: string, chlIndex: number): PastChannel | undefined {
    return channels.find(({ place }) => place.sn === sn && place.chl_index === chlIndex)
  }

  async function archive({ title, seconds, status = archiveStatuses.success }: Wish, event: EventRow, channel: PastChannel) {
    const id = draw.id()
    const startMs = timeOfEvent(event.id) - BEFORE_MS
    const endMs = startMs + seconds * 1000
    const keeper = draw.pick(users.filter(({ role }) => role === 'administrator' || role === 'site-operator'))
    const { organization_id, site_id, site_name, sn, chl_index, source_name: camera_name } = event
    const made =
      status === archiveStatuses.success
        ? await film(`archives/${id.slice(0, 2)}/${id}.mp4`, channel, startMs, endMs)
        : { size_bytes: null, codec: null, width: null, height: null, object_key: null, progress: 0 }
    return {
      id,
      organization_id,
      site_id,
      site_name,
      sn,
      chl_index,
      camera_name,
      title,
      status,
      ...made,
      stream: 'main' as const,
      start_at_ms: startMs,
      end_at_ms: endMs,
      fail_code: status === archiveStatuses.fail ? NO_RECORDING : null,
      user_id: keeper.id,
      archived_by: keeper.alias,
      created_at_ms: Math.min(nowMs, endMs + 10 * MINUTE_MS + draw.below(3 * HOUR_MS)),
      lease_until_ms: 0,
    }
  }

  async function film(key: string, channel: PastChannel, startMs: number, endMs: number) {
    const { codec, width, height } = channel.scene.clip
    const size_bytes = await putFilm(objects, key, channel, { startMs, endMs, organizationId: organization.id })
    return { size_bytes, codec, width, height, object_key: key, progress: 100 }
  }

  function sharesOf(made: readonly { id: string; organization_id: string; user_id: string; archived_by: string; created_at_ms: number }[]) {
    const lives = [null, 7 * DAY_MS, DAY_MS, 30 * DAY_MS]
    return lives.flatMap((lifeMs, index) => {
      const shared = made[index]
      if (shared === undefined) return []
      const createdMs = Math.min(nowMs, shared.created_at_ms + 5 * MINUTE_MS)
      const recipient = draw.pick(['claims@assured-marine.example', 'police-zuid@gov.example', 'safety@harbor-logistics.example'])
      return [
        {
          id: draw.id().replaceAll('-', ''),
          archive_id: shared.id,
          organization_id: shared.organization_id,
          // Nobody has the links of these: who wants one makes another.
          secret_sha256: sha256(randomSecret()),
          user_id: shared.user_id,
          shared_by: shared.archived_by,
          recipient,
          emails_json: JSON.stringify([recipient]),
          views: timesOpened(index),
          message: 'As discussed on the phone.',
          created_at_ms: createdMs,
          expires_at_ms: lifeMs === null ? null : createdMs + lifeMs,
          revoked_at_ms: index === 3 ? Math.min(nowMs, createdMs + HOUR_MS) : null,
        },
      ]
    })
  }
}

/** The first shares were opened most. */
function timesOpened(index: number): number {
  return Math.max(0, 3 - index)
}

/** The recipient looked at it, played it, and took it along. */
function openingsOf({ id, created_at_ms, views }: { id: string; created_at_ms: number; views: number }) {
  const kinds = ['opened', 'played', 'downloaded'] as const
  return kinds.slice(0, views).map((kind, index) => ({
    id: `${id}-${index}`,
    share_id: id,
    at_ms: created_at_ms + (index + 1) * MINUTE_MS,
    kind,
    browser: 'Edge, Windows',
    place: '203.0.113.0/24',
  }))
}
