import type { Generated } from 'kysely'
import type { PartFormat } from '#contract/archives.ts'
import type { OpeningKind } from '#contract/calls/archive/archives-share-opening-list.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import type { ArchiveStatus } from '#contract/states/archive.ts'

/** Tables of archives. */
export interface ArchiveSchema {
  archive: ArchiveTable
  archive_authority: ArchiveAuthorityTable
  archive_share: ArchiveShareTable
  archive_share_opening: ArchiveShareOpeningTable
  archive_redaction: ArchiveRedactionTable
  archive_download: ArchiveDownloadTable
  proof_key: ProofKeyTable
  proof_statement: ProofStatementTable
}

/**
 * A clip that is kept, or is to be. Names are those of the moment when it was asked for. What comes of its making (`size_bytes` to
 * `object_key`, and `piece_sha256s_json`, as `writePieceList` has it) is null until it is made; a file that is older than those gets them when it is first downloaded. `lease_until_ms`: until when the process that makes it may be silent.
 * Of a clip that ends early, where the camera's pictures become others, `reached_at_ms` says where, and `rest_id` which row goes on from there; `file_number`
 * counts them from 1.
 * `tags_json`: string[]. Archives that were made together have the same `group_id`.
 * `part_…` are those of a part of a recording that is downloaded, which no list of archives shows; all null for an archive.
 */
export interface ArchiveTable {
  id: string
  organization_id: string
  site_id: string
  site_name: string
  sn: string
  chl_index: number
  camera_name: string
  stream: StreamKind
  title: string
  start_at_ms: number
  end_at_ms: number
  status: ArchiveStatus
  progress: number
  fail_code: number | null
  size_bytes: number | null
  codec: string | null
  width: number | null
  height: number | null
  object_key: string | null
  piece_sha256s_json: Generated<string | null>
  user_id: string
  archived_by: string
  created_at_ms: number
  lease_until_ms: number
  part_source: Generated<PastPlace | null>
  part_format: Generated<PartFormat | null>
  part_sha256: Generated<string | null>
  part_expires_at_ms: Generated<number | null>
  reached_at_ms: Generated<number | null>
  rest_id: Generated<string | null>
  file_number: Generated<number>
  case_number: Generated<string>
  tags_json: Generated<string>
  notes: Generated<string>
  group_id: Generated<string | null>
}

/**
 * A redacted file beside an archive, made or to be made. `areas_json`: as the contract has them. What comes of its making (`size_bytes` to
 * `piece_sha256s_json`) is null until it is made. `lease_until_ms` as of an archive; `tries`: how often it was begun.
 */
export interface ArchiveRedactionTable {
  id: string
  archive_id: string
  organization_id: string
  status: ArchiveStatus
  progress: number
  fail_code: number | null
  areas_json: string
  is_silent: number
  size_bytes: number | null
  codec: string | null
  width: number | null
  height: number | null
  object_key: string | null
  sha256: string | null
  piece_sha256s_json: string | null
  user_id: string
  made_by: string
  created_at_ms: number
  lease_until_ms: number
  tries: number
}

/** Archive rights that an administrator has saved: string[]. Who has no row has all. */
interface ArchiveAuthorityTable {
  user_id: string
  rights_json: string
}

/**
 * A share; of the secret half of its identifier only the SHA-256 is kept. `expires_at_ms` is null for a permanent one. `recipient`: whose it is, null for whoever
 * was given the link; `emails_json` holds the same, and several where one link once went to all.
 */
export interface ArchiveShareTable {
  id: string
  archive_id: string
  organization_id: string | null
  recipient: string | null
  secret_sha256: string
  user_id: string
  shared_by: string
  emails_json: string
  message: string
  created_at_ms: number
  expires_at_ms: number | null
  revoked_at_ms: number | null
  redaction_id: Generated<string | null>
  password_hash: Generated<string | null>
  most_views: Generated<number | null>
  views: Generated<number>
}

/** Somebody opened a share: their browser by its name, and where they were by an address without its end. */
interface ArchiveShareOpeningTable {
  id: string
  share_id: string
  at_ms: number
  kind: OpeningKind
  browser: string
  place: string
}

/** A download that was allowed, of a person in a session or by a share; of its token only the SHA-256 is kept. With `redaction_id` it is of that file. */
interface ArchiveDownloadTable {
  token_sha256: string
  archive_id: string
  user_id: string | null
  session_id: string | null
  share_id: string | null
  redaction_id: Generated<string | null>
  created_at_ms: number
  expires_at_ms: number
  used_at_ms: number | null
}

/** A key that statements are signed with. Its private half (PKCS 8, base64) is sealed; its name is the beginning of the fingerprint of its public half. */
interface ProofKeyTable {
  id: string
  public_hex: string
  private_sealed: string
  created_at_ms: number
  retired_at_ms: number | null
}

/** A signed statement about the file of an archive, or of a redacted one (`file_id`), as `shared/proof/` has it. `crc32`: of the file. */
interface ProofStatementTable {
  file_id: string
  number: number
  archive_id: string
  statement_text: string
  statement_sha256: string
  signature_hex: string
  key_id: string
  crc32: number
}
