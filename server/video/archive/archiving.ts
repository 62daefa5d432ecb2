import type { FastifyBaseLogger } from 'fastify'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { Mail } from '../../mail/mail.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { Quotas } from '../../access/quotas.ts'
import type { Rights } from '../../access/rights.ts'
import type { Sealer } from '../../runtime/sealer.ts'
import type { Sessions } from '../../access/sessions.ts'
import { ArchiveAuthority } from './archive-authority.ts'
import { ArchiveDownloads } from './archive-downloads.ts'
import { ArchiveShares } from './archive-shares.ts'
import { Archives } from './archives.ts'
import { PieceHashes } from './piece-hashes.ts'
import type { Licences } from '../../sales/licence/licences.ts'
import { Proofs } from '../proof/proofs.ts'
import { SigningKeys } from '../proof/signing-keys.ts'
import { Redactions } from '../redaction/redactions.ts'
import { OrganizationShares } from './organization-shares.ts'
import { RecordedParts } from './recorded-parts.ts'
import { ShareOpenings } from './share-openings.ts'

/** What is kept of the past, and for whom. */
export interface Archiving {
  readonly archives: Archives
  readonly archiveAuthority: ArchiveAuthority
  readonly archiveShares: ArchiveShares
  readonly organizationShares: OrganizationShares
  readonly shareOpenings: ShareOpenings
  readonly archiveDownloads: ArchiveDownloads
  readonly redactions: Redactions
  readonly recordedParts: RecordedParts
  readonly pieceHashes: PieceHashes
  readonly proofs: Proofs
  readonly signingKeys: SigningKeys
}

export function createArchiving(parts: {
  db: Db
  now: Now
  log: FastifyBaseLogger
  sealer: Sealer
  sessions: Sessions
  rights: Rights
  quotas: Quotas
  objects: ObjectStore
  mail: Mail
  licences: Licences
}): Archiving {
  const archiveAuthority = new ArchiveAuthority(parts.db)
  const archives = new Archives({ ...parts, authority: archiveAuthority })
  const redactions = new Redactions({ ...parts, archives })
  const signingKeys = new SigningKeys(parts)
  return {
    archiveAuthority,
    archives,
    redactions,
    archiveShares: new ArchiveShares({ ...parts, redactions }),
    organizationShares: new OrganizationShares(parts),
    shareOpenings: new ShareOpenings(parts),
    archiveDownloads: new ArchiveDownloads({ ...parts, archives, redactions }),
    recordedParts: new RecordedParts({ ...parts, authority: archiveAuthority }),
    pieceHashes: new PieceHashes(parts),
    signingKeys,
    proofs: new Proofs({ ...parts, signingKeys }),
  }
}
