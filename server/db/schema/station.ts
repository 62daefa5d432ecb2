import type { Generated } from 'kysely'
import type { StationTroubleKind } from '#contract/station.ts'

/** Tables of viewing stations. */
export interface StationSchema {
  station: StationTable
  station_output: StationOutputTable
  station_token: StationSecretTable
  station_ticket: StationSecretTable
  station_proof: StationProofTable
  station_pairing: StationPairingTable
  station_trouble: StationTroubleTable
  station_alarm: StationAlarmTable
}

/** A station whose screen has its permission: gone when it is taken back. */
interface StationTable {
  sn: string
  organization_id: string
  public_key_json: string
  paired_at_ms: number
}

/**
 * What an output shows, and what its screen last said; JSON as `contract/station.ts` has it. `content_at_ms`: when the office had it show that; null:
 * before it set the schedule. `node_id`: where its screen is connected; with `gone_ms` it was until then, and may come back. `signed_ms`: of the newest claim that was taken.
 * `proves`: its token alone opens no socket; 0: of a page that is older than proofs.
 */
export interface StationOutputTable {
  sn: string
  vo_id: number
  content_json: string | null
  content_at_ms: number | null
  turns_json: string
  message_json: string | null
  is_muted: number
  front_json: string | null
  remote_json: string | null
  dpi: string | null
  report_json: string | null
  reported_at_ms: number | null
  picture_key: string | null
  pictured_at_ms: number | null
  signed_ms: number
  proves: Generated<number>
  node_id: string | null
  gone_ms: number | null
}

/** Of a token and of a ticket the hash alone is kept. */
interface StationSecretTable {
  token_sha256: string
  sn: string
  vo_id: number
  expires_at_ms: number
}

/** A proof of a screen's key that was used, until it is too old to be taken. */
interface StationProofTable {
  nonce: string
  sn: string
  expires_at_ms: number
}

/** A screen that shows its code, or, with `sn`, has been taken as that station and does not know it yet. */
interface StationPairingTable {
  id: string
  secret_sha256: string
  code: string
  public_key_json: string
  /** The network that it asked from. */
  address: string
  expires_at_ms: number
  sn: string | null
}

/** An alarm that came to the front of an output, and when. */
interface StationAlarmTable {
  sn: string
  vo_id: number
  alarm_id: string
  raised_ms: number
}

/** `is_told`: the rules were asked about it. */
interface StationTroubleTable {
  id: string
  sn: string
  vo_id: number
  kind: StationTroubleKind
  camera_sn: string | null
  chl_index: number | null
  camera_name: string | null
  start_ms: number
  end_ms: number | null
  is_told: number
}
